import { gramSlots } from '../features/grams.ts'
import type { Insights } from '../insights.ts'
import { bandOf, shareAt } from './calibrate.ts'
import { type Kind, kindOf } from './kind.ts'
import type { Model } from './model.ts'
import type { Prepared } from './predict.ts'

/** The slot of an n-gram of two words. */
const pairSlot = 1

/** Share of a text's word pairs that the model knows. Other languages, code and lists of names are far below prose. */
export function knownShare({ grams, facts }: Prepared): number {
  let known = 0
  for (let i = pairSlot; i < (facts.size - 1) * gramSlots; i += gramSlots) if ((grams[i] as number) >= 0) known++
  return known / Math.max(1, facts.size - 1)
}

/** The kind of writing of a prepared text; null where it is unclear, or the model distinguishes none. */
export function kindIn({ kinds }: Pick<Model, 'kinds'>, text: Prepared): Kind | null {
  return kinds === null ? null : kindOf(kinds, text.facts)
}

/** The model's statements besides the score. */
export function insightsOf(model: Model): Insights {
  const { phrases } = model
  return {
    textType: ({ text }) => {
      const kind = kindIn(model, text)
      return kind === 'abstract' ? 'academic' : kind
    },
    isUnfamiliar: ({ text }) => knownShare(text) < model.leastKnown,
    probability: ({ words, rarity }) => {
      const band = bandOf(model.probabilities, words)
      if (band === null) return null
      const value = shareAt(band, rarity)
      return { value: Math.round(1000 * value) / 1000, machineShare: 0.5, n: band.n }
    },
    ...(phrases === null
      ? {}
      : {
          phrases: {
            texts: phrases.texts,
            counts: (rank: number) => ({ machine: phrases.machine[rank] ?? 0, human: phrases.human[rank] ?? 0 }),
          },
        }),
  }
}
