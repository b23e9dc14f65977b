"""Trains encoders: train.py TOKENS OUT [options]

TOKENS is what `npm run lab -- tokens` writes. OUT gets final.i8 with final.json, and without0.i8 … with
without.json, which export.py turns into ONNX files. First the net learns to guess masked words, once, from
all texts and without their labels. From there each net learns who wrote each token; the embedding stays as
the masked words left it.
"""

import argparse
import copy
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from net import FIRST_CLASS, HEAD, MASK, Encoder, arrays_of, load_tensors
from texts import Examples, Texts
from weights import read_tensors, write_tensors

MASKED_RATE, AUTHOR_RATE = 1.2e-3, 6e-4
WARM_UP_STEPS = 100
AMOUNTS_ON_GPU = {"masked": "118s", "final": "75s", "without": "45s"}
MEASURED_TEXTS = 1000
"""Texts of each label that measure a net, at most."""


class Amount:
    """How long to learn: a number of steps, or of seconds such as 118s."""

    def __init__(self, words):
        self.in_seconds = words.endswith("s")
        self.total = float(words.removesuffix("s"))
        if self.total <= 0:
            raise ValueError(words)

    def done(self, steps, seconds):
        return (seconds if self.in_seconds else steps) / self.total


def learn(stage, amount, net, rate, loss_of_examples):
    """Adapts the net; the rate rises for some steps, then falls to nothing along a cosine."""
    parameters = [one for one in net.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW(
        [
            {"params": [one for one in parameters if one.ndim > 1], "weight_decay": 0.05},
            {"params": [one for one in parameters if one.ndim <= 1], "weight_decay": 0},
        ],
        lr=rate,
        betas=(0.9, 0.98),
        fused=parameters[0].is_cuda,
    )
    if parameters[0].is_cuda:
        # The first step compiles, which must not count as learning.
        loss_of_examples().backward()
    started = shown = time.monotonic()
    steps, mean = 0, None
    while (done := amount.done(steps, time.monotonic() - started)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (steps + 1) / WARM_UP_STEPS) * (0.5 + 0.5 * np.cos(np.pi * done))
        loss = loss_of_examples()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1)
        optimiser.step()
        steps += 1
        mean = loss.detach() if mean is None else 0.98 * mean + 0.02 * loss.detach()
        # Reading a number waits for the GPU, so that the clock counts steps that are done.
        if steps == 1 or steps % 20 == 0:
            value, now = float(mean), time.monotonic()
            done = amount.done(steps, now - started)
            if steps == 1 or now - shown >= 10:
                shown = now
                print(
                    f"{stage}: step {steps}, loss {value:.4f}, {(now - started) * (1 - done) / done:.0f} s left",
                    flush=True,
                )
    print(f"{stage}: {steps} steps in {time.monotonic() - started:.0f} s, loss {float(mean):.4f}", flush=True)


class Training:
    def __init__(self, texts, options):
        self.texts, self.options = texts, options
        torch.manual_seed(options.seed)
        self.net = Encoder(texts.token_count, options.width, options.layers).to(texts.device)
        # Compiled code is only built for a GPU: on a processor it gains little.
        self.known = torch.compile(self.net, dynamic=False) if texts.device == "cuda" else self.net

    def in_bfloat16(self):
        """A GPU multiplies in bfloat16; weights stay float32."""
        return torch.autocast(self.texts.device, torch.bfloat16, enabled=self.texts.device == "cuda")

    def examples(self, without):
        return Examples(self.texts, without, self.options.name == "open", self.options.batch)

    def masked_words(self):
        """Guesses 15 % of tokens, of which most are masked, and some replaced or left as they are."""
        examples = self.examples(without=None)

        def loss():
            ids, _, real, _ = examples.draw(spliced_share=0.15)
            hidden, chance = (examples.chance(*ids.shape) < 0.15) & real, examples.chance(*ids.shape)
            others = torch.randint_like(ids, FIRST_CLASS, self.texts.token_count)
            shown = torch.where(
                hidden & (chance < 0.8), MASK, torch.where(hidden & (chance < 0.9), others, ids)
            )
            with self.in_bfloat16():
                guesses = self.net.words(self.known(shown)[hidden])
            return functional.cross_entropy(guesses, ids[hidden])

        learn("masked words", self.options.masked, self.net, MASKED_RATE, loss)
        self.net.embedding.requires_grad_(False)
        self.net.word_bias.requires_grad_(False)

    def authors(self, stage, amount, without):
        """Learns who wrote each token, and from texts by one author also what their mean says."""
        examples = self.examples(without)

        def loss():
            ids, by_machine, real, spliced = examples.draw(spliced_share=0.5)
            ids, real = examples.shortened(ids, real)
            with self.in_bfloat16():
                logits = self.net.authors(self.known(examples.disturbed(ids)))
            label, weight = by_machine.float(), real.float()
            # Smoothed labels keep logits from growing without end.
            of_tokens = functional.binary_cross_entropy_with_logits(
                logits, label * 0.98 + 0.01, reduction="none"
            )
            mean = (logits * weight).sum(1) / weight.sum(1)
            of_texts = functional.binary_cross_entropy_with_logits(
                mean, label[:, 0] * 0.99 + 0.005, reduction="none"
            )
            whole = (~spliced).float()
            return (of_tokens * weight).sum() / weight.sum() + 0.5 * (
                of_texts * whole
            ).sum() / whole.sum().clamp(min=1)

        learn(stage, amount, self.net, AUTHOR_RATE, loss)

    @torch.no_grad()
    def mean_logits(self, which):
        means = []
        for part in torch.from_numpy(which).to(self.texts.device).split(self.options.batch):
            ids, real = self.texts.openings(part)
            with self.in_bfloat16():
                logits = self.net.authors(self.net(ids))
            means.append((logits * real).sum(1) / real.sum(1))
        return torch.cat(means).cpu().numpy()

    def save(self, stage, weights_file, header_file, with_embedding, measured):
        """Writes the net, and measures it with the weights that were written."""
        which = [
            sample(np.flatnonzero(measured & (self.texts.machine == machine))) for machine in (False, True)
        ]
        before = self.mean_logits(np.concatenate(which))
        write_tensors(header_file, weights_file, self.net.sizes, arrays_of(self.net, with_embedding))
        load_tensors(self.net, read_tensors(header_file, weights_file)[1])
        after = self.mean_logits(np.concatenate(which))
        people, machines = after[: len(which[0])], after[len(which[0]) :]
        print(
            f"{stage}: wrote {weights_file}; int8 moves the mean logit of a text by {np.abs(after - before).mean():.4f}."
        )
        print(f"{stage}: on openings that it did not learn from, {separation(people, machines)}.", flush=True)

    def run(self, out):
        for family in self.options.families:
            if family not in self.texts.family:
                raise SystemExit(f"No text is of family {family}. Say with --families which to leave out.")
        out.mkdir(parents=True, exist_ok=True)
        self.masked_words()
        base = copy.deepcopy(self.net.state_dict())
        texts, options = self.texts, self.options
        nets = [("final", options.final, None)] + [
            (f"without{family}", options.without, family) for family in options.families
        ]
        for name, amount, family in nets:
            self.net.load_state_dict(base)
            # Each net has random numbers of its own, so that one that is trained alone is the same.
            torch.manual_seed(options.seed + (1 if family is None else 2 + family))
            self.authors(name, amount, family)
            measured = texts.held_out if family is None else texts.family == family
            header = out / ("final.json" if family is None else "without.json")
            self.save(name, out / f"{name}.i8", header, with_embedding=family is None, measured=measured)


def sample(places):
    """At most MEASURED_TEXTS of these, evenly."""
    return places[:: max(1, -(-len(places) // MEASURED_TEXTS))]


def separation(people, machines):
    """How well mean logits tell one label from the other, in words."""
    counts = f"{len(people)} by people and {len(machines)} by machines"
    if len(people) == 0 or len(machines) == 0:
        return f"{counts}, there is nothing to tell apart"
    return f"{counts}, the area under the curve is {(np.searchsorted(np.sort(people), machines) / len(people)).mean():.3f}"


def options_of_command_line():
    parser = argparse.ArgumentParser(
        description="Trains encoders.", epilog="An amount is a number of steps, or of seconds such as 118s."
    )
    parser.add_argument("tokens", type=Path, help="the folder that `npm run lab -- tokens` wrote")
    parser.add_argument("out", type=Path, help="the folder for the weights")
    parser.add_argument(
        "--name",
        choices=("standard", "open"),
        default="standard",
        help="the model; open learns only from free texts",
    )
    parser.add_argument(
        "--families", default="0,1,2,3,4", help="families to leave out, one net each; '' for none"
    )
    parser.add_argument("--masked", type=Amount, help="amount of masked words; 118s on a GPU")
    parser.add_argument("--final", type=Amount, help="amount for the net of all families; 75s on a GPU")
    parser.add_argument("--without", type=Amount, help="amount for each net without a family; 45s on a GPU")
    parser.add_argument("--batch", type=int, default=512, help="windows for each step")
    parser.add_argument("--width", type=int, default=320, help="a multiple of 64")
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--device", choices=("cuda", "cpu"), default="cuda" if torch.cuda.is_available() else "cpu"
    )
    options = parser.parse_args()
    options.families = [int(family) for family in options.families.split(",") if family != ""]
    if options.width % HEAD != 0:
        parser.error(f"--width must be a multiple of {HEAD}.")
    for name, on_gpu in AMOUNTS_ON_GPU.items():
        if getattr(options, name) is None and options.device == "cpu":
            parser.error(
                f"A processor learns nothing in the time that a GPU needs: say how many steps with --{name}."
            )
        setattr(options, name, getattr(options, name) or Amount(on_gpu))
    return options


if __name__ == "__main__":
    options = options_of_command_line()
    texts = Texts(options.tokens, options.device)
    print(f"{len(texts.machine)} texts, {len(texts.numbers)} tokens, on {options.device}", flush=True)
    Training(texts, options).run(options.out)
