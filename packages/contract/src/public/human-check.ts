import * as z from 'zod/mini'

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

/** `token` is a solved `WorkChallenge` (base64 of its JSON, as the ALTCHA widget sends it) or what reCAPTCHA gave the browser. */
export const ChallengeToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(8_000)) })

/** The alternative to the sum; with a site key only for reCAPTCHA. */
export const HumanCheckSettings = z.object({
  challenge: z.enum(['altcha', 'recaptcha']),
  recaptcha_site_key: z.nullable(z.string()),
})
export type HumanCheckSettings = z.infer<typeof HumanCheckSettings>
