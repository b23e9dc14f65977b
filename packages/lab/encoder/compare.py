"""Compares final.onnx with the weights it was made from: compare.py TOKENS WEIGHTS NETS

PyTorch computes with the weights. Openings of a hundred texts are read by both. Logits differ by rounding alone, less than a hundredth.
"""

import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from net import Encoder, load_tensors
from texts import Texts
from weights import read_tensors

READ_TEXTS = 100
LARGEST_DIFFERENCE = 0.01

if __name__ == "__main__":
    tokens, weights, nets = (Path(argument) for argument in sys.argv[1:4])
    texts = Texts(tokens, "cpu")
    header, tensors = read_tensors(weights / "final.json", weights / "final.i8")
    net = Encoder(header["V"], header["D"], header["L"])
    load_tensors(net, tensors)
    settings = onnxruntime.SessionOptions()
    # As the product opens it: weights in int8, arithmetic in float32.
    settings.add_session_config_entry("session.disable_quant_qdq", "1")
    session = onnxruntime.InferenceSession(nets / "final.onnx", settings)
    differences = []
    for text in np.linspace(0, len(texts.machine) - 1, READ_TEXTS).astype(int):
        ids, real = texts.openings(torch.tensor([text]))
        ids = ids[real][None]
        with torch.no_grad():
            expected = net.authors(net(ids))[0].numpy()
        (logits,) = session.run(None, {"ids": ids.numpy().astype(np.int32)})
        differences.append(np.abs(logits[0] - expected))
    largest, mean = np.concatenate(differences).max(), np.concatenate(differences).mean()
    print(f"{READ_TEXTS} texts: logits differ by {mean:.6f} in the mean and by {largest:.6f} at most.")
    if largest > LARGEST_DIFFERENCE:
        raise SystemExit("That is more than rounding: final.onnx and the weights are not the same net.")
