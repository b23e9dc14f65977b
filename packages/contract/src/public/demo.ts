import * as z from 'zod/mini'
import { Calibration, ReportParagraph } from '../report.ts'
import { findings, labels } from '../score.ts'
import { demoLimits } from './demo-limits.ts'

export * from './demo-limits.ts'

export const DemoText = z.object({
  text: z.string().check(
    z.refine((text) => text.trim().length >= demoLimits.leastCharacters, 'Please enter at least 10 characters.'),
    z.refine(
      (text) => text.length <= demoLimits.mostCharacters,
      'The demo reads at most 10,000 characters. Shorten the text and try again.',
    ),
  ),
  /** Proof of the human check; allows one detection. */
  proof: z.string().check(z.minLength(1), z.maxLength(2_000)),
})

/** The demo's result. Nothing of it is stored. */
export const DemoResult = z.object({
  score: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  label: z.enum(labels),
  /** True exactly when the score is at least 0.5. */
  ai_generated: z.boolean(),
  finding: z.enum(findings),
  reasons: z.array(z.string()),
  /** Share of the words that read like AI writing, as in the headline; null without a score. */
  ai_share: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  words: z.int(),
  words_needed: z.int(),
  calibration: z.nullable(Calibration),
  /** One empty entry per section: their results are only sent to people with an account. */
  results: z.array(z.pick(ReportParagraph, { probability: true, paragraph_text: true })),
})
export type DemoResult = z.infer<typeof DemoResult>
