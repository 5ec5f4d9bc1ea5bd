# SPDX-License-Identifier: MIT
"""Shared by ci/windows-python and ci/fetch-wheels: real artefacts, pinned by hash, in a cache that trees are linked from."""
