import * as z from 'zod/mini'
import { DemoResult, DemoText } from '../public/demo.ts'
import { ChallengeToken, HumanCheckResult, MathsAnswer, MathsProblem, WorkChallenge } from '../public/human-check.ts'
import { exampleIds } from '../public/pages.ts'
import { SupportInput, SupportReceipt } from '../public/support.ts'
import { Report } from '../report.ts'
import { defineRoute } from './route.ts'

const none = z.object({})

/** Calls of the public site: the human check, the demo and support. */
export const publicRoutes = {
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
    summary: 'Submit the finished work, or a reCAPTCHA token if that is set up; success returns a proof for one call',
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
