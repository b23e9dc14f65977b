import { recordOf } from '@penmark/detector'
import type { OpenedDetector } from '../model.ts'
import type { Checked } from './checked.ts'
import { meaningOf, verdictOf } from './verdict.ts'

/** The results for programs, as described by `schema/check.schema.json`. Field names are those of the API. */
export function recordsOf(results: Checked[], { name, version, modelHash }: OpenedDetector): object[] {
  return results.map((result) => {
    if ('error' in result) return { file: result.file, error: result.error }
    const record = recordOf(result.detection, 'all')
    return {
      file: result.file,
      verdict: verdictOf(result.detection),
      meaning: meaningOf(result.detection),
      ...record,
      p_value: record.calibration?.p_value ?? null,
      n: record.calibration?.n ?? null,
      facts: [...record.facts, ...result.facts],
      detector: { name, version, model_hash: modelHash },
    }
  })
}
