import type { RivalFigure } from '../other-detectors.ts'
import { percent } from '../targets.ts'
import { table } from './table.ts'

/** What other detectors say of the same texts, and what is only published. */
export function rivals(figures: readonly RivalFigure[], version: string): string {
  const share = (found: number, texts: number): string => `${percent(found / Math.max(1, texts))} (${found})`
  return `## Other detectors

Some sources state what another detector said of their texts. *Found* is a probability above a half there, and a finding here. The judgement of a hosted detector is the
one of the day on which its authors asked; it cannot be repeated.

${table(
  ['detector', 'source', 'written by', 'texts', 'its findings', `findings of ${version}`],
  figures.map(({ rival, source, label, texts, theirs, ours }) => [
    rival,
    source,
    label === 'ai' ? 'machines' : 'people',
    texts,
    share(theirs, texts),
    share(ours, texts),
  ]),
)}

Where its figure is higher on machine texts, or lower on people, the other detector is the better one there.

Published, and not measured here, because it needs two language models of seven thousand million parameters: Binoculars states that it finds more than 90 % of texts by ChatGPT and
others at a false-positive rate of 0.01 % (Hans et al., ICML 2024). Those texts are by models of 2023 and earlier.`
}
