import * as z from 'zod/mini'
import { defineRoute } from './calls/route.ts'
import { Calibration, Report, ReportParagraph } from './documents/report.ts'
import { demoLimits } from './values/limits.ts'
import { findings, labels } from './values/score.ts'

export const mathsOperators = ['plus', 'minus', 'times'] as const

/** A sum for a person to solve. Only the server can check an answer: `problem` identifies the sum. */
export const MathsProblem = z.object({
  problem: z.string(),
  left: z.int(),
  operator: z.enum(mathsOperators),
  right: z.int(),
})
export type MathsProblem = z.infer<typeof MathsProblem>

/** A whole number; anything else is refused without using up the sum. */
export const MathsAnswer = z.object({
  problem: z.string().check(z.maxLength(2_000)),
  answer: z.coerce.number().check(z.int(), z.minimum(-10_000), z.maximum(10_000)),
})

/** `proof` is set when `success` is true; it allows one call within a few minutes. */
export const HumanCheckResult = z.object({ success: z.boolean(), proof: z.nullable(z.string()) })
export type HumanCheckResult = z.infer<typeof HumanCheckResult>

/** A proof-of-work challenge in ALTCHA's form: find the counter whose derived key begins with `keyPrefix`. */
export const WorkChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.int(),
  }),
  signature: z.string(),
})
export type WorkChallenge = z.infer<typeof WorkChallenge>

/**
 * `token` is a solved `WorkChallenge` (base64 of its JSON, as the ALTCHA widget sends it) or what reCAPTCHA
 * gave the browser.
 */
export const ChallengeToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(8_000)) })

export const DemoText = z.object({
  text: z.string().check(
    z.refine((text) => text.trim().length >= demoLimits.leastCharacters, 'demo_text_too_short'),
    z.refine((text) => text.length <= demoLimits.mostCharacters, 'demo_text_too_long'),
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
  /** One entry per section, without its text: that is only sent to people with an account. */
  results: z.array(z.pick(ReportParagraph, { probability: true, paragraph_text: true })),
})
export type DemoResult = z.infer<typeof DemoResult>

/** Example reports that anybody may read: of an essay by a student, and of one by an AI. */
export const exampleIds = ['student', 'ai'] as const
export type ExampleId = (typeof exampleIds)[number]

const requiredLine = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1, 'fields_missing'), z.maxLength(maxLength))

/** A message to the operator. */
export const SupportInput = z.object({
  name: requiredLine(200),
  email: z.pipe(
    z.string().check(z.trim(), z.minLength(1, 'fields_missing'), z.maxLength(320)),
    z.email('support_email_wrong'),
  ),
  subject: requiredLine(300),
  message: requiredLine(10_000),
  /** Honeypot: invisible to people, filled in only by bots. */
  website: z.optional(z.string().check(z.maxLength(2_000))),
})
export type SupportInput = z.infer<typeof SupportInput>

export const SupportReceipt = z.object({ success: z.boolean(), message: z.string() })
export type SupportReceipt = z.infer<typeof SupportReceipt>

const none = z.object({})

/** Calls of the public site: the human check, the demo, the examples and support. */
export const siteRoutes = {
  setSum: defineRoute({
    method: 'POST',
    path: '/human-check/sums',
    access: 'public',
    summary: 'A sum for the human check',
    input: none,
    reply: MathsProblem,
  }),
  answerSum: defineRoute({
    method: 'POST',
    path: '/human-check/sums/answer',
    access: 'public',
    summary: 'Answer a sum, once; a correct answer returns a proof for one call',
    input: MathsAnswer,
    reply: HumanCheckResult,
  }),
  setWork: defineRoute({
    method: 'POST',
    path: '/human-check/work',
    access: 'public',
    summary: 'A proof-of-work challenge (ALTCHA) for the human check',
    input: none,
    reply: WorkChallenge,
  }),
  verifyRecaptcha: defineRoute({
    method: 'POST',
    path: '/verify-recaptcha',
    access: 'public',
    summary:
      'Submit the finished work, or a reCAPTCHA token if that is set up; success returns a proof for one call',
    input: ChallengeToken,
    reply: HumanCheckResult,
  }),
  quickDetect: defineRoute({
    method: 'POST',
    path: '/documents/quick-detect',
    access: 'public',
    body: 'multipart',
    summary: 'Judge a text for the demo without storing it',
    input: DemoText,
    reply: DemoResult,
  }),
  readExample: defineRoute({
    method: 'GET',
    path: '/examples/:example',
    access: 'public',
    summary: 'A ready report of an essay by a student or by an AI',
    input: z.object({ example: z.enum(exampleIds) }),
    reply: Report,
  }),
  contactPublic: defineRoute({
    method: 'POST',
    path: '/support/contact-public',
    access: 'public',
    summary: 'Write to support without an account',
    input: SupportInput,
    reply: SupportReceipt,
  }),
  contactSupport: defineRoute({
    method: 'POST',
    path: '/support/contact',
    access: 'teacher',
    summary: 'Write to support',
    input: SupportInput,
    reply: SupportReceipt,
  }),
} as const
