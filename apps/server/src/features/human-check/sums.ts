import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { HumanCheckResult, MathsProblem } from '@penmark/contract'
import type { HumanCheckDependencies } from './dependencies.ts'
import { failed, passed } from './proof.ts'
import { checkTimes, newSum, resultOf } from './rules.ts'
import { insertSpent } from './store.ts'

/** Only the holder of the secret can tell which result belongs to the id. */
async function markOf({ secret }: HumanCheckDependencies, id: string, result: number): Promise<Buffer> {
  return createHmac('sha256', await secret())
    .update(`${id} ${result}`)
    .digest()
}

export async function setSum(dependencies: HumanCheckDependencies, network: string): Promise<MathsProblem> {
  await dependencies.countVisit('sum', network)
  const sum = newSum((from, to) => randomInt(from, to + 1))
  const id = `sum:${randomUUID()}`
  const mark = await markOf(dependencies, id, resultOf(sum))
  return { ...sum, problem: await dependencies.seal.close('sum', id, checkTimes.problem, { mark: mark.toString('base64url') }) }
}

/** Each sum accepts one answer, right or wrong: guessing takes a new sum each time, and those are counted. */
export async function answerSum(
  dependencies: HumanCheckDependencies,
  { problem, answer }: { problem: string; answer: number },
): Promise<HumanCheckResult> {
  const opened = await dependencies.seal.open('sum', problem)
  if (opened === null || !(await insertSpent(dependencies.database, opened.id, opened.expiresAt))) return failed
  const answeredMark = await markOf(dependencies, opened.id, answer)
  const expectedMark = Buffer.from(String(opened.claims.mark), 'base64url')
  return expectedMark.length === answeredMark.length && timingSafeEqual(expectedMark, answeredMark) ? passed(dependencies) : failed
}
