import { type HumanCheckResult, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { HumanCheckParts } from './parts.ts'
import { failed, passed } from './proof.ts'
import { answerSum, setSum } from './sums.ts'
import { isWorkDone, setWork } from './work.ts'

/** ALTCHA is also accepted beside reCAPTCHA, for visitors who can use neither that nor sums. */
async function verify(parts: HumanCheckParts, token: string, network: string): Promise<HumanCheckResult> {
  await parts.countVisit('proof', network)
  const isHuman = (await isWorkDone(parts, token)) || (parts.recaptcha !== null && (await parts.recaptcha.isGood(token)))
  return isHuman ? passed(parts) : failed
}

export function bindHumanCheck({ bindPublic }: Binder, parts: HumanCheckParts): void {
  bindPublic(routes.setSum, (_input, { network }) => setSum(parts, network))
  bindPublic(routes.answerSum, (answer) => answerSum(parts, answer))
  bindPublic(routes.setWork, (_input, { network }) => setWork(parts, network))
  bindPublic(routes.verifyRecaptcha, ({ token }, { network }) => verify(parts, token, network))
}
