import type { Detector } from '@penmark/detector'
import type { Checked } from './checked.ts'
import { meaningOf, verdictOf } from './verdict.ts'

/** The results for a program. Field names are those of the product's wire. */
export function recordsOf(results: Checked[], detector: Detector): object[] {
  const judge = { name: detector.name, version: detector.version }
  return results.map((result) => {
    if ('error' in result) return { file: result.file, error: result.error }
    const { score, label, finding, reasons, words, wordsNeeded, aiShare, calibration } = result.detection
    return {
      file: result.file,
      verdict: verdictOf(result.detection),
      score,
      label,
      finding,
      reasons,
      words,
      words_needed: wordsNeeded,
      ai_share: aiShare,
      p_value: calibration?.pValue ?? null,
      n: calibration?.n ?? null,
      meaning: meaningOf(result.detection),
      detector: judge,
    }
  })
}
