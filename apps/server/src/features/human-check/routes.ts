import { type HumanCheckResult, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { HumanCheckDependencies } from './dependencies.ts'
import { answerSum, failed, isWorkDone, passed, setSum, setWork } from './human-checks.ts'

/** ALTCHA is also accepted beside reCAPTCHA, for visitors who can use neither that nor sums. */
async function verify(dependencies: HumanCheckDependencies, token: string, network: string): Promise<HumanCheckResult> {
  await dependencies.countVisit('proof', network)
  const isHuman =
    (await isWorkDone(dependencies, token)) || (dependencies.recaptcha !== null && (await dependencies.recaptcha.isGood(token)))
  return isHuman ? passed(dependencies) : failed
}

export function bindHumanCheck({ bindPublic }: Binder, dependencies: HumanCheckDependencies): void {
  bindPublic(routes.setSum, (_input, { network }) => setSum(dependencies, network))
  bindPublic(routes.answerSum, (answer) => answerSum(dependencies, answer))
  bindPublic(routes.setWork, (_input, { network }) => setWork(dependencies, network))
  bindPublic(routes.verifyRecaptcha, ({ token }, { network }) => verify(dependencies, token, network))
}
