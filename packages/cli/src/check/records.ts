import { recordOf } from '@penmark/detector'
import type { OpenedDetector } from '../model.ts'
import type { Checked } from './checked.ts'
import { meaningOf, verdictOf } from './verdict.ts'

/** The results for a program, as `schema/check.schema.json` describes them. Field names are those of the product's wire. */
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
