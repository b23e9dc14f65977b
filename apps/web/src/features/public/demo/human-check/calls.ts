// The demo's requests, loaded on first use so that the page itself stays small.

import {
  type DemoResult,
  type HumanCheckResult,
  type HumanCheckSettings,
  type MathsProblem,
  siteRoutes,
  teacherRoutes,
  type WorkChallenge,
} from '@penmark/contract'
import { call, postPublic } from '../../../../lib/call/call.ts'

export function detect(text: string, proof: string, signal: AbortSignal): Promise<DemoResult> {
  return postPublic(siteRoutes.quickDetect, { text, proof }, signal)
}

export function requestMathsProblem(): Promise<MathsProblem> {
  return postPublic(siteRoutes.setSum, {})
}

export function answerSum(problem: string, answer: number): Promise<HumanCheckResult> {
  return postPublic(siteRoutes.answerSum, { problem, answer })
}

export function requestWorkChallenge(): Promise<WorkChallenge> {
  return postPublic(siteRoutes.setWork, {})
}

export async function readCheckSettings(): Promise<HumanCheckSettings> {
  return (await call(teacherRoutes.readSettings, {})).human_check
}

/**
 * Exchanges the token of a solved challenge, of reCAPTCHA or the proof of work, for a proof; null if it was
 * invalid for any reason.
 */
export async function verifyChallengeToken(token: string): Promise<string | null> {
  try {
    const { success, proof } = await postPublic(siteRoutes.verifyRecaptcha, { token })
    return success ? proof : null
  } catch {
    return null
  }
}
