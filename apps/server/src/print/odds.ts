import { describeRarity, type FrozenReport } from '@penmark/contract'
import type { Wording } from './wording.ts'

/** How many human texts of this length score as high: the one figure that the report, its PDF and the student's page lead with. */
export function oddsSentence({ t, format }: Pick<Wording, 't' | 'format'>, { calibration }: Pick<FrozenReport, 'calibration'>): string {
  const found = calibration && describeRarity(calibration)
  if (!found) return t('standing.unknown')
  const n = format.count(found.n)
  if (found.kind === 'about') return t('standing.about', { count: found.perThousand, shown: format.count(found.perThousand), n })
  if (found.kind === 'none') return t('standing.none', { n, atBest: format.count(found.provablePerThousand) })
  return t(`standing.${found.kind}`, { n })
}
