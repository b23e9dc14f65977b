import type { Attribution, CalibratedProbability, PhraseCounts, TextType } from './detection.ts'
import { gramSlots } from './features/grams.ts'
import { bandOf, shareAt } from './model/calibrate.ts'
import { CreativeOdds, doubtFrom } from './model/creative.ts'
import { type Kind, kindOf } from './model/kind.ts'
import type { CreativeReader, Model } from './model/model.ts'
import type { Prepared } from './model/predict.ts'

/** A scored text, as input of a model's insights. */
export interface InsightInput {
  text: Prepared
  /** Words that were scored. */
  words: number
  logOdds: number
  /** Minus the decimal logarithm of the share of student texts that stand out as much. */
  rarity: number
  /** 0…1, rounded to 3 decimals. */
  score: number
}

/**
 * What a model may contain besides weights and calibration. Parts that were not measured are absent, and the
 * product says nothing about them. A part may also return null for a single text.
 */
export interface Insights {
  attribution?(scored: InsightInput): Attribution | null
  textType?(scored: InsightInput): TextType | null
  probability?(scored: InsightInput): CalibratedProbability | null
  /**
   * Whether the writing is so unlike all training texts that its score cannot be trusted in either direction.
   */
  isUnfamiliar?(scored: InsightInput): boolean
  /**
   * Whether tokens `from`…`to` are imaginative writing: a story, a description, a poem. Talented pupils and
   * machines write alike there, so such a text gets no score. Less is enough where the text stands out, since
   * a finding on a story would accuse its writer.
   */
  isCreative?(text: Prepared, range: { from: number; to: number; standsOut: boolean }): boolean
  phrases?: {
    /** Texts that were counted. */
    texts: PhraseCounts
    /** How many of these contain the n-gram of a rank; null if it was not counted. */
    counts(rank: number): PhraseCounts | null
  }
}

/** A loaded model with its insights. */
export type ModelWithInsights = Model & { insights?: Insights }

/** A vendor is only named by models with at least this precision. */
export const minAttributionPrecision = 0.8

/** The slot of an n-gram of two words. */
const pairSlot = 1

/**
 * Share of a text's word pairs that the model knows. It is far lower in other languages, code and lists of
 * names than in prose.
 */
export function knownShare({ grams, facts }: Prepared): number {
  let known = 0
  for (let i = pairSlot; i < (facts.size - 1) * gramSlots; i += gramSlots)
    if ((grams[i] as number) >= 0) known++
  return known / Math.max(1, facts.size - 1)
}

/** The kind of writing of a prepared text; null if it is unclear, or the model distinguishes none. */
export function kindOfText({ kinds }: Pick<Model, 'kinds'>, text: Prepared): Kind | null {
  return kinds === null ? null : kindOf(kinds, text.facts)
}

function creativeJudgeOf(reader: CreativeReader, model: Model): NonNullable<Insights['isCreative']> {
  const odds = new CreativeOdds(reader, model)
  return (text, { from, to, standsOut }) => {
    const isWhole = from === 0 && to === text.facts.size
    const least = isWhole ? (standsOut ? Math.min(doubtFrom, reader.from) : reader.from) : reader.stretchFrom
    return odds.of(text, from, to) >= least
  }
}

/** The model's statements besides the score. */
export function insightsOf(model: Model): Insights {
  const { phrases, creative } = model
  return {
    ...(creative === null ? {} : { isCreative: creativeJudgeOf(creative, model) }),
    textType: ({ text }) => {
      const kind = kindOfText(model, text)
      return kind === 'abstract' ? 'academic' : kind
    },
    isUnfamiliar: ({ text }) => knownShare(text) < model.leastKnown,
    probability: ({ words, rarity }) => {
      const band = bandOf(model.probabilities, words)
      if (band === null) return null
      const value = shareAt(band, rarity)
      return { value: Math.round(1000 * value) / 1000, machine_share: 0.5, n: band.n }
    },
    ...(phrases === null
      ? {}
      : {
          phrases: {
            texts: phrases.texts,
            counts: (rank: number) => ({
              machine: phrases.machine[rank] ?? 0,
              human: phrases.human[rank] ?? 0,
            }),
          },
        }),
  }
}
