import type { TailFigures } from '../tails.ts'
import { percent } from '../targets.ts'
import { table } from './table.ts'

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`

/** What the tail of at most one text in fifty says of the thresholds. */
function inWords(quantiles: TailFigures['quantiles']): string {
  const tail = quantiles.filter(({ share }) => share <= 0.02)
  const shy = Math.max(...tail.map(({ interval }) => interval.low))
  const bold = Math.max(...tail.map(({ interval }) => -interval.high))
  if (shy > 0)
    return `In the tail people stand further out for the judges, by at least ${shy.toFixed(3)}: thresholds are that much too high.`
  if (bold > 0)
    return `In the tail people stand further out for the released model, by at least ${bold.toFixed(3)}, so thresholds are not too high.${bold < 0.05 ? ' That is too little to raise them for.' : ''}`
  return 'In the tail no difference is shown, so nothing is carried over into the thresholds.'
}

/** Whether the models that chose the thresholds stand for the released one. */
export function tailsOfJudges({ texts, quantiles }: TailFigures): string {
  return `## The models that chose the thresholds, and the released one

Thresholds come from models that were trained without the family of sources which they judge. Would people stand further out for them than for the released model, thresholds would be too high and less would
be found than could be. These are ${texts} texts by people that no model has learned, each read by the released model and by all of those; the margin is a text's distance from the threshold of a finding.

${table(
  ['share of the texts', 'released: margin of at least', 'judges', 'difference', '95 % interval'],
  quantiles.map(({ share, released, judges, difference, interval }) => [
    percent(share, 1),
    signed(released),
    signed(judges),
    signed(difference),
    `${signed(interval.low)} … ${signed(interval.high)}`,
  ]),
)}

${inWords(quantiles)}

![Texts by people that reach a margin, by the released model and by the models that chose the thresholds](evaluation/tails.svg)`
}
