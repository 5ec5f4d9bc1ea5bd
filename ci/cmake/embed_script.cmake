file(READ "${INPUT}" hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes
                     "${bytes}")
file(WRITE "${OUTPUT}" "#include <span>
namespace dllrepro::embedded {
extern const std::span<const unsigned char> ${SYMBOL};
static constexpr unsigned char k_bytes[] = {${bytes}};
const std::span<const unsigned char> ${SYMBOL}(k_bytes);
}
")
