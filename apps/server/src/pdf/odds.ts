import type { FrozenReport } from '@penmark/contract'
import { oddsWords } from '@penmark/wording'
import type { Wording } from './wording.ts'

/** The one figure that the report, its PDF and the student's page lead with. */
export function oddsSentence({ t, format }: Pick<Wording, 't' | 'format'>, report: FrozenReport): string {
  const { key, values } = oddsWords(report, format)
  return t(key, values)
}
