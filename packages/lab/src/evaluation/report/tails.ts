import type { TailFigures } from '../tails.ts'
import { percent } from '../targets.ts'
import { table } from './table.ts'

const signed = (value: number, places = 2): string => {
  const rounded = Number(value.toFixed(places))
  return `${rounded < 0 ? '−' : '+'}${Math.abs(rounded).toFixed(places)}`
}

/** What the tail of at most one text in fifty says of the thresholds. */
function inWords({ texts, quantiles, reaching }: TailFigures): string {
  const tail = quantiles.filter(({ share }) => share <= 0.02)
  const shy = tail.findLast(({ interval }) => interval.low > 0)
  const bold = tail
    .toSorted((a, b) => a.interval.high - b.interval.high)
    .find(({ interval }) => interval.high < 0)
  const further = (who: string, { share, difference, interval }: (typeof tail)[number]): string =>
    `In the tail people stand further out for ${who}: at ${percent(share, 1)} of the texts by ${Math.abs(difference).toFixed(2)} (${signed(interval.low)} … ${signed(interval.high)}).`
  if (shy !== undefined) return `${further('the judges', shy)} Thresholds are that much too high.`
  const at = reaching.find(({ margin }) => margin === 0)
  if (bold !== undefined && at !== undefined)
    return `${further('the released model', bold)} So thresholds are not too high, and may be too low: ${at.released} of ${texts} texts reach the threshold for the released model, and ${at.judges} for a judge on average.`
  return 'In the tail no difference is shown, so nothing is carried over into the thresholds.'
}

/** Whether the models that chose the thresholds stand for the released one. */
export function tailsOfJudges(figures: TailFigures): string {
  const { texts, quantiles } = figures
  return `## The models that chose the thresholds, and the released one

Thresholds come from models that were trained without the family of sources which they judge. If people stood further out for them than for the released model, thresholds would be too high, and less would
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

${inWords(figures)}

![Texts by people that reach a margin, by the released model and by the models that chose the thresholds](evaluation/tails.svg)`
}
