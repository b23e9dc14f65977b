import { z } from 'zod'
import { DetectorRecord, Findings } from './report.ts'
import { findings, labels } from './score.ts'

const Share = z.number().min(0).max(1).nullable()

/** What the detector says of a text that it has judged. */
const Judged = Findings.extend({ label: z.enum(labels), finding: z.enum(findings), words: z.int() })

const Checked = Judged.extend({
  file: z.string(),
  verdict: z.string().describe('The finding in a few English words.'),
  meaning: z.string().describe('What the score means among human texts, as an English sentence.'),
  p_value: Share.describe('As in calibration.'),
  n: z.int().nullable().describe('As in calibration.'),
  detector: DetectorRecord,
})

const Unchecked = z.object({ file: z.string(), error: z.string().describe('Why the file could not be judged, as an English sentence.') })

const ScoreLine = z.object({
  id: z.union([z.string(), z.number()]).describe('As it was given.'),
  score: Share,
  label: z.enum(labels),
  p_value: Share,
  words: z.int(),
})

const FullScoreLine = Judged.extend(ScoreLine.pick({ id: true, p_value: true }).shape)

const results = {
  'check.schema.json': ['Results of penmark check --json: one entry a file, in order', z.array(z.union([Checked, Unchecked]))],
  'score.schema.json': ['A line of penmark score', ScoreLine],
  'score-full.schema.json': ['A line of penmark score --full', FullScoreLine],
} as const

/** The JSON Schemas of what the command line writes, by the names of their files. */
export function resultSchemas(): { name: string; schema: object }[] {
  return Object.entries(results).map(([name, [title, shape]]) => ({ name, schema: { title, ...z.toJSONSchema(shape, { io: 'output' }) } }))
}
