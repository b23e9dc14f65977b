"""Files of weights: a .i8 file holds the tensors that the JSON file beside it lists, in order.

Two-dimensional tensors are one float32 scale for each row and then int8, others float32. All little-endian.
"""

import json

import numpy as np


def read_tensors(header_file, weights_file):
    """The header, and arrays by name; a two-dimensional tensor is a pair of int8 rows and their scales."""
    for file in (header_file, weights_file):
        if not file.exists():
            raise SystemExit(f"{file} is missing.")
    header = json.loads(header_file.read_text())
    data = weights_file.read_bytes()
    at, tensors = 0, {}
    for key, shape, kind in header["tensors"]:
        size = int(np.prod(shape))
        if kind == "i8":
            scale = np.frombuffer(data, np.float32, shape[0], at)
            at += 4 * shape[0]
            tensors[key] = (np.frombuffer(data, np.int8, size, at).reshape(shape), scale)
            at += size
        else:
            tensors[key] = np.frombuffer(data, np.float32, size, at).reshape(shape)
            at += 4 * size
    if at != len(data):
        raise SystemExit(f"{weights_file} has {len(data)} bytes, its header describes {at}.")
    return header, tensors


def write_tensors(header_file, weights_file, sizes, arrays):
    """Writes float32 arrays; `sizes` is what else the header says."""
    listed, parts = [], []
    for key, array in arrays.items():
        if array.ndim == 2:
            rows, scale = quantised(array)
            listed.append([key, list(array.shape), "i8"])
            parts += [scale.tobytes(), rows.tobytes()]
        else:
            listed.append([key, list(array.shape), "f32"])
            parts.append(array.astype(np.float32).tobytes())
    weights_file.write_bytes(b"".join(parts))
    header_file.write_text(json.dumps({**sizes, "tensors": listed}))


def quantised(array):
    """int8 rows and their scales: the largest number of a row becomes 127."""
    # A row of zeros must not divide by zero.
    scale = np.abs(array).max(1, keepdims=True) / 127 + 1e-12
    return np.round(array / scale).astype(np.int8), scale[:, 0].astype(np.float32)


def in_float32(tensor):
    if not isinstance(tensor, tuple):
        return tensor
    rows, scale = tensor
    return rows * scale[:, None]
