import type { CardCalibration, Document } from '@penmark/contract'
import { isWorthReading } from '@penmark/contract'
import type { Formatters } from './formatters.ts'
import { findingOf } from './headline.ts'
import { describeRarity, falsePositives } from './rarity.ts'

type OddsKey =
  | `standing.${'about' | 'most' | 'fewer' | 'none' | 'unknown'}`
  | `mistaken.${'about' | 'fewer' | 'none' | 'few'}`

/** A sentence of the locale files with its figures. */
export interface OddsWords {
  key: OddsKey
  values: Record<string, string | number>
}

/** From so many texts on, none among them shows that the rate is below 1 in 1,000. */
const tellingNone = 1_000

/** From more than so many in 1,000 on, it is most texts. */
const most = 500

/**
 * The one figure that everything shows beside a finding: how often texts that people wrote get a finding by
 * mistake. It is measured at the threshold, so it is the same on the report, on the student's page and on the
 * public pages. Without a finding there is no threshold to speak of: then the sentence says how many texts
 * score as high.
 */
export function oddsWords(
  result: Pick<Document, 'finding' | 'score' | 'label'> & { calibration: CardCalibration | null },
  format: Pick<Formatters, 'count'>,
): OddsWords {
  const { calibration } = result
  const counted = calibration && isWorthReading(findingOf(result)) ? falsePositives(calibration) : null
  if (counted && counted.n > 0) {
    const { mistaken, n } = counted
    if (mistaken === 0)
      return { key: n < tellingNone ? 'mistaken.few' : 'mistaken.none', values: { n: format.count(n) } }
    const perThousand = (mistaken / n) * 1_000
    const values = { mistaken: format.count(mistaken), n: format.count(n) }
    if (perThousand < 1) return { key: 'mistaken.fewer', values }
    const count = Math.round(perThousand)
    return { key: 'mistaken.about', values: { ...values, count, shown: format.count(count) } }
  }
  return standingWords(calibration, format)
}

/** How many human texts of the same length score as high as this one. */
export function standingWords(
  calibration: CardCalibration | null,
  format: Pick<Formatters, 'count'>,
): OddsWords {
  const rarity = calibration && describeRarity(calibration)
  if (!rarity) return { key: 'standing.unknown', values: {} }
  if (rarity.kind === 'about') {
    const shown = format.count(rarity.perThousand)
    // "About 856 score this high" sounds rare at first reading, and is the opposite.
    if (rarity.perThousand > most) return { key: 'standing.most', values: { shown } }
    return { key: 'standing.about', values: { count: rarity.perThousand, shown } }
  }
  if (rarity.kind === 'none')
    return { key: 'standing.none', values: { atBest: format.count(rarity.provablePerThousand) } }
  return { key: 'standing.fewer', values: {} }
}

/**
 * How many in 1,000 human texts reach a score, where `reaching` of `n` did. Where none did, as many as so few
 * texts can rule out.
 */
export function reachingWords(
  reaching: number,
  n: number,
  format: Pick<Formatters, 'count'>,
): { key: 'meaning.measured.about' | 'meaning.measured.fewer'; values: { shown: string } } {
  const perThousand = ((1 + reaching) / (n + 1)) * 1_000
  return reaching === 0 || perThousand < 1
    ? { key: 'meaning.measured.fewer', values: { shown: format.count(Math.ceil(perThousand)) } }
    : { key: 'meaning.measured.about', values: { shown: format.count(Math.round(perThousand)) } }
}
