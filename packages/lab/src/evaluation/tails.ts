import { randomStream } from '../sampling.ts'

/** How far people's texts that no model has learned stand from the threshold, by the released model and by its judges. */
export interface TailFigures {
  texts: number
  /** The margin that a share of the texts reaches; the difference is the judges' less the released model's. */
  quantiles: {
    share: number
    released: number
    judges: number
    difference: number
    interval: { low: number; high: number }
  }[]
  /** Texts that reach a margin: by the released model, and by a judge on average. */
  reaching: { margin: number; released: number; judges: number }[]
}

/** The margins of one text: its statistic above the threshold of its length and kind. */
export interface Margins {
  released: number
  judges: readonly number[]
}

const shares = [0.5, 0.1, 0.05, 0.02, 0.01, 0.005]
const margins = Array.from({ length: 17 }, (_, i) => (i - 16) / 8)
const resamples = 400
const round = (value: number): number => Number(value.toFixed(3))

interface Sorted {
  /** Descending. */
  released: number[]
  judges: number[]
}

const sorted = (texts: readonly Margins[]): Sorted => ({
  released: texts.map(({ released }) => released).sort((a, b) => b - a),
  judges: texts.flatMap(({ judges }) => judges).sort((a, b) => b - a),
})

/** The value that a share of the descending values reaches. */
const reachedBy = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(share * values.length))] as number

/** Compares the tails; intervals of 95 % by drawing the texts again with replacement. */
export function tailFigures(texts: readonly Margins[], seed: number): TailFigures {
  const random = randomStream(seed)
  const all = sorted(texts)
  const drawn = Array.from({ length: resamples }, () =>
    sorted(texts.map(() => texts[Math.floor(random() * texts.length)] as Margins)),
  )
  return {
    texts: texts.length,
    quantiles: shares.map((share) => {
      const [released, judges] = [reachedBy(all.released, share), reachedBy(all.judges, share)]
      const differences = drawn
        .map((one) => reachedBy(one.judges, share) - reachedBy(one.released, share))
        .sort((a, b) => a - b)
      const at = (part: number): number => round(differences[Math.floor(part * (resamples - 1))] as number)
      return {
        share,
        released: round(released),
        judges: round(judges),
        difference: round(judges - released),
        interval: { low: at(0.025), high: at(0.975) },
      }
    }),
    reaching: margins.map((margin) => ({
      margin,
      released: texts.filter(({ released }) => released >= margin).length,
      judges: round(
        texts.reduce(
          (sum, { judges }) => sum + judges.filter((one) => one >= margin).length / judges.length,
          0,
        ),
      ),
    })),
  }
}
