import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { type HumanCheckResult, type MathsProblem, routes, WorkChallenge } from '@penmark/contract'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { lt } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { LimitRate } from '../../../http/rate-limits.ts'
import { minuteMs } from '../../../lib/durations.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { type Connection, type Database, time } from '../../../services/database/database.ts'
import type { Recaptcha } from '../../../services/recaptcha/recaptcha.ts'
import { sharedSecret } from '../../../services/shared-secrets/shared-secrets.ts'

export function bindHumanCheck({ bindPublic }: Binder, dependencies: HumanCheckDependencies): void {
  bindPublic(routes.setSum, (_input, { network }) => createSum(dependencies, network))
  bindPublic(routes.answerSum, (answer) => answerSum(dependencies, answer))
  bindPublic(routes.setWork, (_input, { network }) => createWork(dependencies, network))
  bindPublic(routes.verifyRecaptcha, ({ token }, { network }) => verify(dependencies, token, network))
}

export interface HumanCheckDependencies {
  database: Database
  limitRate: LimitRate
  /** Null uses ALTCHA, a proof of work. */
  recaptcha: Recaptcha | null
  tokens: Tokens
  secret: () => Promise<string>
}

export function createHumanCheckDependencies(
  database: Database,
  limitRate: LimitRate,
  recaptcha: Recaptcha | null,
): HumanCheckDependencies {
  const secret = sharedSecret(database, 'human-check')
  return { database, limitRate, recaptcha, secret, tokens: createTokens(secret) }
}

/** ALTCHA is also accepted beside reCAPTCHA, for visitors who can use neither that nor sums. */
async function verify(
  dependencies: HumanCheckDependencies,
  token: string,
  network: string,
): Promise<HumanCheckResult> {
  await dependencies.limitRate('proof', network)
  const isHuman =
    (await isWorkDone(dependencies, token)) ||
    (dependencies.recaptcha !== null && (await dependencies.recaptcha.verify(token)))
  return isHuman ? passed(dependencies) : failed
}

/** How many seconds an unanswered sum, unfinished work and an unused proof stay valid. */
const validSeconds = { problem: 600, work: 600, proof: 300 } as const

const failed: HumanCheckResult = { success: false, proof: null }

/** The response to a passed check, with a proof that allows one call. */
async function passed({ tokens }: Pick<HumanCheckDependencies, 'tokens'>): Promise<HumanCheckResult> {
  return { success: true, proof: await tokens.sign('proof', `proof:${randomUUID()}`, validSeconds.proof) }
}

/** Uses up a proof. Throws `not_allowed` if it is not ours, expired, or already used. */
export async function spendProof(
  { database, tokens }: Pick<HumanCheckDependencies, 'database' | 'tokens'>,
  proof: string,
): Promise<void> {
  const verified = await tokens.verify('proof', proof)
  if (verified === null || !(await insertSpent(database, verified.id, verified.expiresAt))) {
    throw problem('not_allowed', 'human_check_used')
  }
}

/** Deletes used proofs that have expired anyway. */
export function sweepHumanChecks(database: Database, now = new Date()): Promise<void> {
  // A minute late, because the clocks of several machines may differ.
  return deleteExpired(database, new Date(now.getTime() - minuteMs))
}

/** A step takes about 2 ms, so this many steps take about a second on a small computer. */
const workAlgorithm = 'PBKDF2/SHA-256'
const cost = 5_000
const steps = { from: 100, to: 500 }

const Solved = z.object({
  challenge: WorkChallenge.check(
    z.refine(({ parameters }) => parameters.algorithm === workAlgorithm && parameters.cost === cost),
  ),
  solution: z.object({
    counter: z.int().min(0),
    derivedKey: z.string().max(200),
    time: z.number().default(0),
  }),
})

/**
 * Derives two secrets from one, because the challenge and the key must not be signed with the same secret.
 */
async function secretsOf({
  secret,
}: HumanCheckDependencies): Promise<{ hmacSignatureSecret: string; hmacKeySignatureSecret: string }> {
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

async function createWork(dependencies: HumanCheckDependencies, network: string): Promise<WorkChallenge> {
  await dependencies.limitRate('work', network)
  const challenge = await createChallenge({
    algorithm: workAlgorithm,
    cost,
    counter: randomInt(steps.from, steps.to + 1),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1_000) + validSeconds.work,
    ...(await secretsOf(dependencies)),
  })
  return WorkChallenge.parse(challenge)
}

/** Whether the token solves work that was set here, has not expired, and is used for the first time. */
async function isWorkDone(dependencies: HumanCheckDependencies, token: string): Promise<boolean> {
  const solved = readSolved(token)
  if (solved === null) return false
  const { verified } = await verifySolution({ ...solved, deriveKey, ...(await secretsOf(dependencies)) })
  if (!verified) return false
  const { parameters, signature } = solved.challenge
  return insertSpent(dependencies.database, `work:${signature}`, new Date(parameters.expiresAt * 1_000))
}

/** Only the holder of the secret can tell which result belongs to the id. */
async function answerDigest({ secret }: HumanCheckDependencies, id: string, result: number): Promise<Buffer> {
  return createHmac('sha256', await secret())
    .update(`${id} ${result}`)
    .digest()
}

async function createSum(dependencies: HumanCheckDependencies, network: string): Promise<MathsProblem> {
  await dependencies.limitRate('sum', network)
  const sum = newSum((from, to) => randomInt(from, to + 1))
  const id = `sum:${randomUUID()}`
  const mark = await answerDigest(dependencies, id, resultOf(sum))
  return {
    ...sum,
    problem: await dependencies.tokens.sign('sum', id, validSeconds.problem, {
      mark: mark.toString('base64url'),
    }),
  }
}

/** Each sum accepts one answer, right or wrong: guessing takes a new sum each time, and those are counted. */
async function answerSum(
  dependencies: HumanCheckDependencies,
  { problem, answer }: { problem: string; answer: number },
): Promise<HumanCheckResult> {
  const verified = await dependencies.tokens.verify('sum', problem)
  if (verified === null || !(await insertSpent(dependencies.database, verified.id, verified.expiresAt)))
    return failed
  const answeredMark = await answerDigest(dependencies, verified.id, answer)
  const expectedMark = Buffer.from(String(verified.claims.mark), 'base64url')
  return expectedMark.length === answeredMark.length && timingSafeEqual(expectedMark, answeredMark)
    ? passed(dependencies)
    : failed
}

type Sum = Pick<MathsProblem, 'left' | 'operator' | 'right'>

/**
 * A sum for mental arithmetic: no result below zero, no product above 100. `pick(from, to)` chooses an
 * integer, both ends included.
 */
export function newSum(pick: (from: number, to: number) => number): Sum {
  const operator = (['plus', 'minus', 'times'] as const)[pick(0, 2)] ?? 'plus'
  const highest = operator === 'times' ? 10 : 20
  const [first, second] = [pick(2, highest), pick(2, highest)]
  if (operator !== 'minus') return { left: first, operator, right: second }
  return { left: Math.max(first, second), operator, right: Math.min(first, second) }
}

export function resultOf({ left, operator, right }: Sum): number {
  if (operator === 'plus') return left + right
  return operator === 'minus' ? left - right : left * right
}

/** What a token may be used for; it is invalid for anything else. */
type TokenPurpose = 'sum' | 'proof'

interface Tokens {
  /** A token that only this installation can create and that expires by itself. */
  sign(purpose: TokenPurpose, id: string, seconds: number, claims?: Record<string, string>): Promise<string>
  /** The token's contents; null if it is not ours, for another purpose, or expired. */
  verify(
    purpose: TokenPurpose,
    token: string,
  ): Promise<{ id: string; expiresAt: Date; claims: Record<string, unknown> } | null>
}

const signingAlgorithm = 'HS256'

function createTokens(secret: () => Promise<string>): Tokens {
  const key = async () => new TextEncoder().encode(await secret())
  return {
    async sign(purpose, id, seconds, claims = {}) {
      const token = new SignJWT(claims)
        .setProtectedHeader({ alg: signingAlgorithm })
        .setJti(id)
        .setAudience(purpose)
        .setIssuedAt()
      return token.setExpirationTime(`${seconds} seconds`).sign(await key())
    },
    async verify(purpose, token) {
      try {
        const { payload } = await jwtVerify(token, await key(), {
          audience: purpose,
          algorithms: [signingAlgorithm],
          requiredClaims: ['jti', 'exp'],
        })
        return { id: String(payload.jti), expiresAt: new Date(Number(payload.exp) * 1_000), claims: payload }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

/**
 * Ids of used sums, work and proofs, so that a second use is recognised. Unlogged: a crash empties the table.
 */
const humanCheckSpent = pgTable('human_check_spent', {
  id: text().primaryKey(),
  expires_at: time().notNull(),
})

/** True the first time only, even with concurrent calls. */
export async function insertSpent(connection: Connection, id: string, expires_at: Date): Promise<boolean> {
  const rows = await connection.orm
    .insert(humanCheckSpent)
    .values({ id, expires_at })
    .onConflictDoNothing()
    .returning({ id: humanCheckSpent.id })
  return rows.length === 1
}

async function deleteExpired(connection: Connection, now: Date): Promise<void> {
  await connection.orm.delete(humanCheckSpent).where(lt(humanCheckSpent.expires_at, now))
}
