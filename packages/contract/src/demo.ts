import { z } from 'zod'
import { demoLimits } from './demo-limits.ts'
import { Calibration, ReportParagraph } from './report.ts'
import { findings, labels } from './score.ts'

export * from './demo-limits.ts'

export const DemoText = z.object({
  text: z
    .string()
    .refine((text) => text.trim().length >= demoLimits.leastCharacters, 'Please enter at least 10 characters.')
    .refine(
      (text) => text.length <= demoLimits.mostCharacters,
      'The demo reads at most 10,000 characters. Shorten the text and try again.',
    ),
  /** Of the human check; it opens one detection. */
  proof: z.string().min(1).max(2_000),
})

/** What the demo says of a text. Nothing of it is kept. */
export const DemoResult = z.object({
  score: z.number().min(0).max(1).nullable(),
  label: z.enum(labels),
  /** True exactly where the score is at least 0.5. */
  ai_generated: z.boolean(),
  finding: z.enum(findings),
  reasons: z.array(z.string()),
  words: z.int(),
  words_needed: z.int(),
  calibration: Calibration.nullable(),
  results: z.array(ReportParagraph.pick({ probability: true, paragraph_text: true })),
})
export type DemoResult = z.infer<typeof DemoResult>
