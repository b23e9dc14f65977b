import type { Report } from '../report.ts'

export type WithheldWords = 'finding.not-english.text' | 'finding.insufficient-text.text' | 'finding.insufficient-text.unknown'

/** The words for why there is no score. */
export function withheldWords({ words, reasons }: Pick<Report, 'words' | 'reasons'>): WithheldWords {
  if (reasons.includes('not-english')) return 'finding.not-english.text'
  return words === null ? 'finding.insufficient-text.unknown' : 'finding.insufficient-text.text'
}
