import * as z from 'zod/mini'
import { FoundFact } from './documents/fact.ts'
import { Calibration, DetectorRecord, Findings } from './documents/report.ts'
import { findings, labels } from './values/score.ts'

/** The result of one scored text. Its facts have no severity: only pages show one. */
const Judged = z.extend(Findings, {
  label: z.enum(labels),
  finding: z.enum(findings),
  words: z.int(),
  facts: z.array(FoundFact),
})

const Checked = z.extend(Judged, {
  file: z.string(),
  verdict: z.string().check(z.describe('The finding in a few English words.')),
  meaning: z.string().check(z.describe('What the score means among human texts, as an English sentence.')),
  p_value: z.nullable(Calibration.shape.p_value).check(z.describe('As in calibration.')),
  n: z.nullable(Calibration.shape.n).check(z.describe('As in calibration.')),
  detector: DetectorRecord,
})

const Unchecked = z.object({
  file: z.string(),
  error: z.string().check(z.describe('Why the file could not be judged, as an English sentence.')),
})

const ScoreLine = z.object({
  id: z.union([z.string(), z.number()]).check(z.describe('As it was given.')),
  score: Judged.shape.score,
  label: Judged.shape.label,
  p_value: z.nullable(Calibration.shape.p_value),
  words: Judged.shape.words,
})

const FullScoreLine = z.extend(Judged, z.pick(ScoreLine, { id: true, p_value: true }).shape)

const results = {
  'check.schema.json': [
    'Results of penmark check --json: one entry a file, in order',
    z.array(z.union([Checked, Unchecked])),
  ],
  'score.schema.json': ['A line of penmark score', ScoreLine],
  'score-full.schema.json': ['A line of penmark score --full', FullScoreLine],
} as const

/** The JSON Schemas of the command line's output, by file name. */
export function resultSchemas(): { name: string; schema: object }[] {
  return Object.entries(results).map(([name, [title, shape]]) => ({
    name,
    schema: { title, ...z.toJSONSchema(shape, { io: 'output' }) },
  }))
}
