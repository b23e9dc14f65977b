import { createHmac, randomInt } from 'node:crypto'
import { WorkChallenge } from '@penmark/contract'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { HumanCheckDependencies } from './dependencies.ts'
import { checkTimes } from './rules.ts'
import { insertSpent } from './store.ts'

/** One step of the work takes about 2 ms. The number of steps makes about a second on a small computer. */
const algorithm = 'PBKDF2/SHA-256'
const cost = 5_000
const steps = { from: 100, to: 500 }

const Solved = z.object({
  challenge: WorkChallenge.check(z.refine(({ parameters }) => parameters.algorithm === algorithm && parameters.cost === cost)),
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string().max(200), time: z.number().default(0) }),
})

/** Derives two secrets from one: the challenge and the key are never signed with the same. */
async function secretsOf({ secret }: HumanCheckDependencies): Promise<{ hmacSignatureSecret: string; hmacKeySignatureSecret: string }> {
  const shared = await secret()
  const derived = (use: string) => createHmac('sha256', shared).update(use).digest('base64url')
  return { hmacSignatureSecret: derived('work'), hmacKeySignatureSecret: derived('work key') }
}

function readSolved(token: string): z.output<typeof Solved> | null {
  try {
    return Solved.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

export async function setWork(dependencies: HumanCheckDependencies, network: string): Promise<WorkChallenge> {
  await dependencies.countVisit('work', network)
  const challenge = await createChallenge({
    algorithm,
    cost,
    counter: randomInt(steps.from, steps.to + 1),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1_000) + checkTimes.work,
    ...(await secretsOf(dependencies)),
  })
  return WorkChallenge.parse(challenge)
}

/** Whether the token solves work that was set here, has not expired, and is used for the first time. */
export async function isWorkDone(dependencies: HumanCheckDependencies, token: string): Promise<boolean> {
  const solved = readSolved(token)
  if (solved === null) return false
  const { verified } = await verifySolution({ ...solved, deriveKey, ...(await secretsOf(dependencies)) })
  if (!verified) return false
  const { parameters, signature } = solved.challenge
  return insertSpent(dependencies.database, `work:${signature}`, new Date(parameters.expiresAt * 1_000))
}
