import {
  type DemoResult,
  type HumanCheckResult,
  type HumanCheckSettings,
  type MathsProblem,
  teacherRoutes,
  type WorkChallenge,
} from '@penmark/contract'
import { call, postPublic } from '../../lib/call/call.ts'

/** The demo's requests, loaded on first use so that the page itself stays small. */
export function detect(text: string, proof: string, signal: AbortSignal): Promise<DemoResult> {
  return postPublic(teacherRoutes.quickDetect, { text, proof }, signal)
}

export function requestSum(): Promise<MathsProblem> {
  return postPublic(teacherRoutes.setSum, {})
}

export function answerSum(problem: string, answer: number): Promise<HumanCheckResult> {
  return postPublic(teacherRoutes.answerSum, { problem, answer })
}

export function requestWork(): Promise<WorkChallenge> {
  return postPublic(teacherRoutes.setWork, {})
}

export async function readCheckSettings(): Promise<HumanCheckSettings> {
  return (await call(teacherRoutes.readSettings, {})).human_check
}

/** The proof for a challenge's token; null when it was invalid for any reason. */
export async function verifyToken(token: string): Promise<string | null> {
  try {
    const { success, proof } = await postPublic(teacherRoutes.verifyRecaptcha, { token })
    return success ? proof : null
  } catch {
    return null
  }
}
