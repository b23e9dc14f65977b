"""The encoder as PyTorch trains it. export.py builds the same net from ONNX operators."""

import math

import torch
from torch import nn
from torch.nn import functional

from weights import in_float32

CONTEXT = 256
HEAD = 64
ROTARY_BASE = 10_000
PADDING, MASK, FIRST_CLASS = 0, 1, 3
"""Numbers of tokens that `packages/detector/src/encoder/vocabulary.ts` sets aside."""

SHORT_NAMES = {
    "embedding": "e",
    "blocks": "b",
    "attention_norm": "n1",
    "attended": "o",
    "wide_norm": "n2",
    "widen": "f1",
    "narrow": "f2",
    "last_norm": "n",
    "judge": "t",
}
"""Parts of the names of tensors in files of weights."""


def turned(x, cos, sin):
    """Rotary positions: the halves of each head turn by an angle that grows with the position."""
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat((-second, first), -1) * sin


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.attention_norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.attended = nn.Linear(width, width, bias=False)
        self.wide_norm = nn.LayerNorm(width)
        self.widen = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)

    def forward(self, x, real, cos, sin):
        windows, tokens, width = x.shape
        heads = self.qkv(self.attention_norm(x)).view(windows, tokens, 3, width // HEAD, HEAD)
        q, k, v = heads.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(
            turned(q, cos, sin), turned(k, cos, sin), v, attn_mask=real
        )
        x = x + self.attended(mixed.transpose(1, 2).reshape(windows, tokens, width))
        return x + self.narrow(functional.gelu(self.widen(self.wide_norm(x)), approximate="tanh"))


class Encoder(nn.Module):
    def __init__(self, tokens, width, layers):
        super().__init__()
        self.sizes = {"D": width, "L": layers, "V": tokens, "heads": width // HEAD, "context": CONTEXT}
        self.embedding = nn.Embedding(tokens, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(layers))
        self.last_norm = nn.LayerNorm(width)
        self.judge = nn.Linear(width, 1)
        self.word_bias = nn.Parameter(torch.zeros(tokens))
        self._initialise(layers)
        frequencies = 1 / ROTARY_BASE ** (torch.arange(0, HEAD, 2) / HEAD)
        angles = torch.outer(torch.arange(CONTEXT).float(), frequencies).repeat(1, 2)
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)

    def _initialise(self, layers):
        nn.init.normal_(self.embedding.weight, std=0.05)
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.normal_(module.weight, std=0.02)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
        # Each layer adds to the sum twice, which must not grow with their number.
        for block in self.blocks:
            for added in (block.attended, block.narrow):
                nn.init.normal_(added.weight, std=0.02 / math.sqrt(2 * layers))

    def forward(self, ids):
        """What the net knows of each token in its context."""
        real = (ids != PADDING)[:, None, None, :]
        x = self.embedding(ids)
        cos, sin = (table[: ids.shape[1]].to(x.dtype) for table in (self.cos, self.sin))
        for block in self.blocks:
            x = block(x, real, cos, sin)
        return self.last_norm(x)

    def authors(self, known):
        """A logit for each token: above zero if a machine wrote it."""
        return self.judge(known).squeeze(-1).float()

    def words(self, known):
        """A logit for each word at each of these places."""
        return functional.linear(known, self.embedding.weight, self.word_bias).float()


def arrays_of(net, with_embedding):
    """The tensors of a file of weights. Words are only guessed in training, so their bias is left out."""
    skipped = ("word_bias",) if with_embedding else ("word_bias", "embedding.weight")
    return {
        ".".join(SHORT_NAMES.get(part, part) for part in name.split(".")): tensor.detach()
        .float()
        .cpu()
        .numpy()
        for name, tensor in net.state_dict().items()
        if name not in skipped
    }


def load_tensors(net, tensors):
    """Takes tensors as `read_tensors` returns them; what a file leaves out stays as it is."""
    state = net.state_dict()
    for name, target in state.items():
        key = ".".join(SHORT_NAMES.get(part, part) for part in name.split("."))
        if key in tensors:
            target.copy_(torch.from_numpy(in_float32(tensors[key]).copy()))
