"""The texts that `npm run lab -- tokens` numbered, and examples drawn from them.

Everything stays on the device: on a processor, drawing would take longer than learning does on a GPU.
"""

import json

import numpy as np
import torch

from net import CONTEXT, MASK, PADDING

FEWEST_TOKENS = 40
LEAST_LEFT = 30
"""A crop that begins with a sentence leaves at least this much of its text."""


class Texts:
    """All texts end to end, and what is known of each."""

    def __init__(self, folder, device):
        files = {name: folder / name for name in ("vocabulary.json", "texts.jsonl", "tokens.u16")}
        for file in files.values():
            if not file.exists():
                raise SystemExit(
                    f"{file} is missing. Write it with: npm run lab -- tokens --data FOLDER --out {folder}"
                )
        vocabulary = json.loads(files["vocabulary.json"].read_text())
        facts = [json.loads(line) for line in files["texts.jsonl"].read_text().splitlines()]
        numbers = np.fromfile(files["tokens.u16"], "<u2")
        described = sum(text["tokens"] for text in facts)
        if described != len(numbers):
            raise SystemExit(
                f"{files['tokens.u16']} has {len(numbers)} tokens, {files['texts.jsonl']} describes {described}."
            )
        self.device = device
        self.token_count = vocabulary["classCount"] + len(vocabulary["words"])
        self.long_enough = np.array([text["tokens"] >= FEWEST_TOKENS for text in facts])
        self.machine = np.array([text["label"] == "ai" for text in facts])
        self.family = np.array([text["family"] for text in facts])
        self.student = np.array([text["student"] for text in facts])
        self.open = np.array([text["open"] for text in facts])
        self.held_out = np.array([text["heldOut"] for text in facts])
        self.source = np.unique([text["source"] for text in facts], return_inverse=True)[1]
        self.numbers = torch.from_numpy(numbers.astype(np.int32)).to(device)
        self.length = torch.tensor([text["tokens"] for text in facts], device=device)
        self.start = self.length.cumsum(0) - self.length
        self.if_unknown = torch.tensor(
            [*range(vocabulary["classCount"]), *vocabulary["ifUnknown"]], device=device
        )
        ends = [
            vocabulary["classCount"] + i
            for i, word in enumerate(vocabulary["words"])
            if word in (".", "!", "?")
        ]
        self.next_sentence = self._next_sentences(torch.tensor(ends, dtype=torch.int32, device=device))

    def _next_sentences(self, ends):
        """For each token the place where the next sentence begins, which may be its own."""
        size = len(self.numbers)
        begins = torch.zeros(size, dtype=torch.bool, device=self.device)
        begins[1:] = torch.isin(self.numbers[:-1], ends)
        begins[self.start] = True
        places = torch.arange(size, device=self.device)
        return torch.where(begins, places, size - 1).flip(0).cummin(0)[0].flip(0)

    def openings(self, which):
        """The first tokens of these texts as one window each, and which of them are not padding."""
        at = torch.arange(CONTEXT, device=self.device)[None]
        real = at < self.length[which, None]
        return torch.where(real, self.tokens_at(self.start[which, None] + at), PADDING), real

    def tokens_at(self, places):
        return self.numbers[places.clamp(0, len(self.numbers) - 1)].long()


class Pool:
    """The texts of one label that may be drawn, and how often each is."""

    def __init__(self, texts, machine, without, open_only):
        may = (texts.machine == machine) & ~texts.held_out & texts.long_enough
        if without is not None:
            may &= texts.family != without
        if open_only:
            may &= texts.open
        which = np.flatnonzero(may)
        if len(which) == 0:
            raise SystemExit(
                f"No texts by {'machines' if machine else 'people'} are left to learn from. Number more sources."
            )
        source = texts.source[which]
        of_source = np.bincount(source)[source]
        # Large sources count less than their size, and students' writing more: it is what the detector is
        # for.
        weight = of_source**0.6 / of_source * (1 if machine else np.where(texts.student[which], 1.6, 1))
        self.which = torch.from_numpy(which).to(texts.device)
        self.cumulative = torch.from_numpy(np.cumsum(weight / weight.sum())).to(texts.device)

    def draw(self, count):
        chance = torch.rand(count, dtype=torch.float64, device=self.which.device) * self.cumulative[-1]
        return self.which[torch.searchsorted(self.cumulative, chance).clamp_(max=len(self.which) - 1)]


class Examples:
    """Crops of texts, of which some hold a stretch by an author of the other label."""

    def __init__(self, texts, without, open_only, size):
        self.texts, self.size = texts, size
        self.people, self.machines = (Pool(texts, machine, without, open_only) for machine in (False, True))
        self.at = torch.arange(CONTEXT, device=texts.device)[None]

    def chance(self, *shape):
        return torch.rand(*shape, device=self.texts.device)

    def _crop(self, text, at_sentence):
        texts = self.texts
        room = (texts.length[text] - CONTEXT).clamp(min=0)
        start = texts.start[text] + (self.chance(self.size) * (room + 1)).long()
        sentence = self._sentence_from(start)
        return torch.where(
            at_sentence & (sentence < texts.start[text] + texts.length[text] - LEAST_LEFT), sentence, start
        )

    def _sentence_from(self, place):
        return self.texts.next_sentence[place.clamp(max=len(self.texts.numbers) - 1)]

    def draw(self, spliced_share):
        """Ids, which of them a machine wrote, which are not padding, and which examples have two authors."""
        texts, size = self.texts, self.size
        by_machine = self.chance(size) < 0.5
        person, machine = self.people.draw(size), self.machines.draw(size)
        host, guest = torch.where(by_machine, machine, person), torch.where(by_machine, person, machine)
        start = self._crop(host, self.chance(size) < 0.7)
        host_end = texts.start[host] + texts.length[host]
        room = (host_end - start).clamp(max=CONTEXT)

        # The guest begins where a sentence of the host ends; in one example of five the guest comes first.
        cut = (self.chance(size) * room * 0.9).long()
        cut = torch.where(self.chance(size) < 0.2, 0, cut)
        cut = self._sentence_from(start + cut) - start
        spliced = (self.chance(size) < spliced_share) & (room > 60) & (cut < CONTEXT - 20) & (cut <= room)

        # The guest's stretch begins and ends with a sentence; short ones are drawn more often.
        guest_start = self._crop(guest, torch.ones_like(spliced))
        wanted = (20 + self.chance(size) * self.chance(size) * (CONTEXT - 20)).long()
        guest_end = torch.minimum(
            self._sentence_from(guest_start + wanted), texts.start[guest] + texts.length[guest]
        )
        taken = torch.where(spliced, (guest_end - guest_start).clamp(min=1), 0)
        cut = torch.where(spliced, cut, CONTEXT)

        at, cut, taken = self.at, cut[:, None], taken[:, None]
        in_guest = (at >= cut) & (at < cut + taken)
        in_host = start[:, None] + at - torch.where(at >= cut + taken, taken, 0)
        real = in_guest | (in_host < host_end[:, None])
        ids = texts.tokens_at(torch.where(in_guest, guest_start[:, None] + at - cut, in_host))
        return torch.where(real, ids, PADDING), in_guest ^ by_machine[:, None], real, spliced

    def shortened(self, ids, real):
        """Three examples of ten keep only their first tokens: short texts must be judged too."""
        kept = torch.where(
            self.chance(self.size) < 0.3,
            (FEWEST_TOKENS + self.chance(self.size) * (CONTEXT - FEWEST_TOKENS)).long(),
            CONTEXT,
        )
        inside = self.at < kept[:, None]
        return torch.where(inside, ids, PADDING), real & inside

    def disturbed(self, ids):
        """Some words become unknown and some are hidden, so that no single word decides."""
        noisy, chance = self.chance(self.size, 1) < 0.35, self.chance(*ids.shape)
        unknown = torch.where(noisy & (chance < 0.06) & (ids != PADDING), self.texts.if_unknown[ids], ids)
        return torch.where((chance > 0.97) & (ids != PADDING), MASK, unknown)
