import type { Report } from '../report.ts'

export type WithheldWords =
  | 'finding.unsupported-language.text'
  | 'finding.not-english.text'
  | 'finding.insufficient-text.text'
  | 'finding.insufficient-text.unknown'

/** The words for why there is no score. */
export function withheldWords({ words, reasons, finding }: Pick<Report, 'words' | 'reasons' | 'finding'>): WithheldWords {
  if (finding === 'unsupported-language') return 'finding.unsupported-language.text'
  // Results stored before this finding existed only have it in their reasons, and they cost words.
  if (reasons.includes('not-english')) return 'finding.not-english.text'
  return words === null ? 'finding.insufficient-text.unknown' : 'finding.insufficient-text.text'
}
