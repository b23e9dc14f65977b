"""Writes the weights of a training as ONNX files: export.py WEIGHTS VOCABULARY OUT

WEIGHTS holds final.i8 and final.json, and without0.i8 … with without.json: the nets that learned nothing of
the authors of one family of sources. They have the embedding of the final one.

final.onnx is released: its weights are int8, and ONNX Runtime turns them into float32 when it opens the file,
so that every processor computes alike. without0.onnx … only choose thresholds in the lab: they compute in
int8, which is two to three times as fast and moves the mean logit of a text by 0.03 at most. Where WEIGHTS
has no such nets, judge.onnx is the final net in int8. OUT/words.txt holds the vocabulary.
"""

import json
import sys
import tempfile
from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save
from onnxruntime.quantization import QuantType, quantize_dynamic

from weights import in_float32, read_tensors

OPSET = 23
HEAD = 64
ROTARY_BASE = 10_000


class Graph:
    def __init__(self, keeps_int8):
        self.keeps_int8, self.nodes, self.constants = keeps_int8, [], []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, op, inputs, output, **attributes):
        self.nodes.append(
            helper.make_node(op, inputs, [output] if isinstance(output, str) else output, **attributes)
        )
        return output

    def linear(self, x, weight, name, bias=None):
        """x · weightᵀ (+ bias); weight is a pair of int8 rows and their scales."""
        rows, scale = weight
        if self.keeps_int8:
            quantised = self.constant(f"{name}.w", rows.T)
            matrix = self.add(
                "DequantizeLinear", [quantised, self.constant(f"{name}.s", scale)], f"{name}.f", axis=1
            )
        else:
            matrix = self.constant(f"{name}.w", in_float32(weight).T)
        out = self.add("MatMul", [x, matrix], f"{name}.m")
        return out if bias is None else self.add("Add", [out, self.constant(f"{name}.b", bias)], f"{name}.a")

    def norm(self, x, tensors, key):
        return self.add(
            "LayerNormalization",
            [
                x,
                self.constant(f"{key}.g", tensors[f"{key}.weight"]),
                self.constant(f"{key}.c", tensors[f"{key}.bias"]),
            ],
            f"{key}.n",
            axis=-1,
            epsilon=1e-5,
        )


def build(header, tensors, keeps_int8):
    width, layers, heads, context = header["D"], header["L"], header["heads"], header["context"]
    graph = Graph(keeps_int8)
    angles = np.outer(np.arange(context), 1 / ROTARY_BASE ** (np.arange(0, HEAD, 2) / HEAD))
    graph.constant("cos", np.cos(angles).astype(np.float32))
    graph.constant("sin", np.sin(angles).astype(np.float32))
    graph.constant("zero", np.int64(0))
    graph.constant("one", np.int64(1))
    graph.constant("axis-1", np.array([-1], np.int64))
    graph.add("Cast", ["ids"], "ids64", to=TensorProto.INT64)
    graph.add("Shape", ["ids64"], "shape")
    graph.add("Gather", ["shape", "one"], "length")
    graph.add("Range", ["zero", "length", "one"], "positions-flat")
    graph.add("Expand", ["positions-flat", "shape"], "positions")
    rows, scale = tensors["e.weight"]
    graph.add("Gather", [graph.constant("e.w", rows), "ids64"], "e.rows")
    graph.add("Cast", ["e.rows"], "e.float", to=TensorProto.FLOAT)
    graph.add("Gather", [graph.constant("e.s", scale), "ids64"], "e.scale-flat")
    graph.add("Unsqueeze", ["e.scale-flat", "axis-1"], "e.scale")
    x = graph.add("Mul", ["e.float", "e.scale"], "x0")
    for layer in range(layers):
        key = f"b.{layer}"
        qkv_rows, qkv_scale = tensors[f"{key}.qkv.weight"]
        normed = graph.norm(x, tensors, f"{key}.n1")
        part = lambda i: (qkv_rows[i * width : (i + 1) * width], qkv_scale[i * width : (i + 1) * width])
        q, k, v = (graph.linear(normed, part(i), f"{key}.{name}") for i, name in enumerate("qkv"))
        turned = [
            graph.add(
                "RotaryEmbedding",
                [one, "cos", "sin", "positions"],
                f"{one}.r",
                num_heads=heads,
                interleaved=0,
            )
            for one in (q, k)
        ]
        mixed = graph.add(
            "Attention",
            [*turned, v],
            f"{key}.y",
            q_num_heads=heads,
            kv_num_heads=heads,
            scale=float(1 / np.sqrt(HEAD)),
        )
        x = graph.add("Add", [x, graph.linear(mixed, tensors[f"{key}.o.weight"], f"{key}.o")], f"{key}.x")
        wide = graph.linear(
            graph.norm(x, tensors, f"{key}.n2"),
            tensors[f"{key}.f1.weight"],
            f"{key}.f1",
            tensors[f"{key}.f1.bias"],
        )
        active = graph.add("Gelu", [wide], f"{key}.g", approximate="tanh")
        x = graph.add(
            "Add",
            [x, graph.linear(active, tensors[f"{key}.f2.weight"], f"{key}.f2", tensors[f"{key}.f2.bias"])],
            f"{key}.z",
        )
    last = graph.linear(graph.norm(x, tensors, "n"), tensors["t.weight"], "t", tensors["t.bias"])
    graph.add("Squeeze", [last, "axis-1"], "logits")
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "encoder",
            [helper.make_tensor_value_info("ids", TensorProto.INT32, ["windows", "tokens"])],
            [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["windows", "tokens"])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=10,
    )
    checker.check_model(model, full_check=True)
    return model


if __name__ == "__main__":
    weights, vocabulary, out = (Path(argument) for argument in sys.argv[1:4])
    out.mkdir(parents=True, exist_ok=True)
    (out / "words.txt").write_text("\n".join(json.loads(vocabulary.read_text())["words"]))
    header, final = read_tensors(weights / "final.json", weights / "final.i8")
    save(build(header, final, keeps_int8=True), out / "final.onnx")
    without = {
        file.stem: read_tensors(weights / "without.json", file)
        for file in sorted(weights.glob("without?.i8"))
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, (header, tensors) in (without or {"judge": (header, final)}).items():
            large = Path(folder) / f"{name}.onnx"
            save(build(header, {**tensors, "e.weight": final["e.weight"]}, keeps_int8=False), large)
            quantize_dynamic(
                large,
                out / large.name,
                weight_type=QuantType.QInt8,
                per_channel=True,
                op_types_to_quantize=["MatMul"],
            )
