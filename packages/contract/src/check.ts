import { z } from 'zod'
import { DetectorRecord, Findings } from './report.ts'

/** A file that was judged on the command line. */
const Checked = Findings.extend({
  file: z.string(),
  /** The finding in a few English words. */
  verdict: z.string(),
  /** What the score means among human texts, as an English sentence. */
  meaning: z.string(),
  /** As in `calibration`, where it is easy to reach. */
  p_value: z.number().min(0).max(1).nullable(),
  n: z.int().nullable(),
  detector: DetectorRecord,
})

/** A file that could not be judged, with the reason as an English sentence. */
const Unchecked = z.object({ file: z.string(), error: z.string() })

/** What `penmark check --json` writes: one entry a file, in order. */
export const CheckResults = z.array(z.union([Checked, Unchecked]))

/** What `penmark score` writes on each line. */
export const ScoreLine = z.object({
  id: z.union([z.string(), z.number()]),
  score: z.number().min(0).max(1).nullable(),
  label: Findings.shape.label.unwrap(),
  p_value: z.number().min(0).max(1).nullable(),
  words: z.int(),
})

/** What `penmark score --full` writes on each line. */
export const FullScoreLine = Findings.extend(ScoreLine.pick({ id: true, p_value: true }).shape)
