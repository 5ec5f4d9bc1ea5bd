# SPDX-License-Identifier: MIT
# The half of the built-in module `_dllrepro` that is easier said in Python; compiled into the module's own namespace when
# the interpreter imports it. The functions _session and _emit are the probe's (python_host.cpp).
#
# It imports nothing that is not in the interpreter already: a module of the standard library would be loaded, and perhaps
# a DLL with it, that the program under test has not asked for. `warnings` is the exception; it needs no DLL.
import _ast
import sys

_main = sys.modules["__main__"].__dict__
_nothing = None  # for calls from outside, which can't name it
_remembered = {}
_last_number = 0
_last = None  # the exception of that number
_dont_inherit = True
_only_tree = 0x400  # PyCF_ONLY_AST


def _text(text):
    parts = ['"']
    for letter in text:
        code = ord(letter)
        if letter in '"\\':
            parts.append("\\" + letter)
        elif 0xD800 <= code < 0xE000:
            parts.append("\ufffd")
        elif code < 0x20:
            parts.append("\\u%04x" % code)
        else:
            parts.append(letter)
    parts.append('"')
    return "".join(parts)


def _json(value, depth=0):
    if depth > 50:
        raise ValueError("a value that holds itself, or as much, can't be remembered")
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        number = int(value)
        return int.__repr__(number) if -(2**63) <= number < 2**64 else _text(hex(number))
    if isinstance(value, float):
        return float.__repr__(value) if value - value == 0 else _text(float.__repr__(value))
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([_json(element, depth + 1) for element in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([_text(str(key)) + ":" + _json(value[key], depth + 1) for key in value]) + "}"
    if hasattr(type(value), "__fspath__"):
        return _json(value.__fspath__(), depth + 1)
    raise TypeError("a value of type " + type(value).__name__ + " can't be remembered; make a text or a number of it")


def remember(name, value):
    """Makes a value known to the operations under a name, for programs that have more than one to tell."""
    if not isinstance(name, str):
        raise TypeError("a name is a text")
    _remembered[name] = _json(value)


def _set_environment(name, value):
    """os.environ is a copy from Python's start; what an operation sets is to be seen there, too."""
    os = sys.modules.get("os")
    if os is not None:
        try:
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        except Exception:
            pass  # a name that Python does not take; the process has it all the same


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass  # None, closed, or another program's object


class _Collector:
    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def _traceback_of(error):
    stream, sys.stderr = sys.stderr, _Collector()
    try:
        sys.__excepthook__(type(error), error, error.__traceback__)
        return sys.stderr.text
    except BaseException:
        return ""
    finally:
        sys.stderr = stream


def _asked_of_ctypes(error):
    """What ctypes was asked to load, if it was ctypes that raised: its errors but one do not say."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None or last.tb_frame.f_globals.get("__name__") != "ctypes":
        return ""
    names = last.tb_frame.f_locals
    name = getattr(names.get("self"), "_name", None) or names.get("name")
    return name if isinstance(name, str) else ""


def _text_of(owner, name):
    value = getattr(owner, name, None)
    return value if isinstance(value, str) else ""


def _exception(error):
    global _last_number, _last
    while error.__traceback__ is not None and error.__traceback__.tb_frame.f_globals is globals():
        error.__traceback__ = error.__traceback__.tb_next  # ours, which is nobody's concern
    _last_number += 1
    _last = error
    winerror = getattr(error, "winerror", None)
    is_import = isinstance(error, ImportError)
    try:
        message = str(error)
    except BaseException as fault:
        message = "(str() of it raises " + type(fault).__name__ + ")"
    return {
        "number": _last_number,
        "type": type(error).__name__,
        "bases": [base.__name__ for base in type(error).__mro__ if base is not object],
        "message": message,
        "winerror": winerror if isinstance(winerror, int) else 0,
        "path": _text_of(error, "path") if is_import else "",
        "name": _text_of(error, "name") if is_import else "",
        "file_name": _text_of(error, "filename") if isinstance(error, OSError) else "",
        "asked_of_ctypes": _asked_of_ctypes(error) if isinstance(error, OSError) else "",
        "traceback": _traceback_of(error),
    }


def _exit_code(code):
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code) & 0xFFFFFFFF
    print(code, file=sys.stderr)
    return 1


def _value_of(code, name):
    tree = compile(code, name, "exec", _only_tree, _dont_inherit)
    last = None
    if tree.body and type(tree.body[-1]) is _ast.Expr:
        last = compile(_ast.Expression(tree.body.pop().value), name, "eval", 0, _dont_inherit)
    exec(compile(tree, name, "exec", 0, _dont_inherit), _main)
    return None if last is None else eval(last, _main)


def _run_file(path):
    with open(path, "rb") as file:
        code = file.read()
    folder = path.replace("/", "\\").rpartition("\\")[0]
    sys.argv[:] = [path]
    sys.path[0] = folder
    _main["__file__"] = path
    exec(compile(code, path, "exec", 0, _dont_inherit), _main)


def _execute(code, name, path, wants_value):
    try:
        value = None
        if path:
            _run_file(path)
        elif wants_value:
            value = _json(_value_of(code, name))
        else:
            exec(compile(code, name, "exec", 0, _dont_inherit), _main)
        answer = '"value":' + (value or "null")
    except SystemExit as end:
        answer = '"exit":' + str(_exit_code(end.code))
    except BaseException as error:
        answer = '"exception":' + _json(_exception(error))
    _flush()
    remembered = ",".join([_text(name) + ":" + _remembered[name] for name in _remembered])
    _remembered.clear()
    return "{" + answer + ',"remembered":{' + remembered + "}}"


def _watch_warnings():
    try:
        import warnings
    except ImportError:
        return
    printed = warnings.showwarning

    def showwarning(message, category, filename, lineno, file=None, line=None):
        if file is None:
            _emit(_json({"event": "warning", "message": str(message), "category": category.__name__}))
        printed(message, category, filename, lineno, file, line)

    warnings.showwarning = showwarning


def run():
    """Runs the phases `loader` and `steps` of the plan; then ends as the program does that they are."""
    global _last
    _watch_warnings()
    code, number = _session()
    _flush()
    error, _last = _last, None
    if number and number == _last_number and error is not None:
        sys.excepthook(type(error), error, error.__traceback__)
    del error
    if code:
        raise SystemExit(code if code < 2**31 else code - 2**32)
