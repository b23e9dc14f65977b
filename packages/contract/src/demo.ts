import { z } from 'zod'
import { Calibration, ReportParagraph } from './report.ts'
import { findings, labels } from './score.ts'

/** Characters of a text, bytes of a text file, hours between two tries of one browser, rest before a new sum. */
export const demoLimits = {
  leastCharacters: 10,
  mostCharacters: 10_000,
  fileBytes: 1_000_000,
  againAfterMs: 24 * 60 * 60 * 1_000,
  newProblemAfterMs: 1_500,
  mathsAttempts: 3,
} as const

/** Probabilities (fractions) above which the bar of the demo warns or informs. */
export const demoBands = { warning: 0.7, informational: 0.3 } as const

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
