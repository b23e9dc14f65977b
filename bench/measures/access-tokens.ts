import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair, SignJWT } from 'jose'
import { connect } from '../../apps/server/src/services/database/connect/connect.ts'
import { watchEndedGrants } from '../../apps/server/src/services/identity/embedded/ended-grants.ts'
import { createVerifier } from '../../apps/server/src/services/identity/verifier.ts'
import { type Figure, median } from '../figure.ts'

const issuer = 'https://penmark.example'
const audience = 'bench'
const accessTokenSeconds = 600
const ended = 1_000
const runs = 50
const checksPerRun = 2_000

/**
 * What it costs each call that access tokens die with the sign-in: the check of a token, without and with
 * asking whether its sign-in has ended.
 */
export async function measureAccessTokens(): Promise<Figure[]> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const token = await new SignJWT({ grant: randomUUID() })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(randomUUID())
    .setExpirationTime('1h')
    .sign(privateKey)
  const verify = createVerifier({ issuer, audience, keys: async () => publicKey, algorithms: ['RS256'] })
  const hasEnded = await readEnded()
  const readGrant = async () => {
    const { grant } = await verify(token)
    if (grant === undefined) throw new Error('The token names no sign-in.')
  }
  const checkEnded = async () => {
    const { grant } = await verify(token)
    if (hasEnded(String(grant))) throw new Error('A sign-in that goes on counts as ended.')
  }
  const [alone, checked]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run += 1) {
    alone.push(await millisecondsOf(readGrant))
    checked.push(await millisecondsOf(checkEnded))
  }
  const added = checked.map((each, run) => each - (alone[run] ?? 0))
  return [
    figure(
      'checking an access token against 1,000 ended sign-ins, with the database closed',
      median(checked),
      0.1,
    ),
    figure('of that, asking whether its sign-in has ended', Math.max(0, median(added)), 0.01),
  ]
}

/**
 * A thousand ended sign-ins, as a process keeps them. The database is closed, so nothing that is measured can
 * ask it.
 */
async function readEnded(): Promise<(grantId: string) => boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'penmark-bench-'))
  try {
    const database = await connect({ databaseUrl: null, dataDir }, () => undefined)
    await database.query(
      `insert into identity_record (model, id, payload, expires_at, consumed_at)
       select 'Grant', gen_random_uuid()::text, '{}', now() + interval '1 hour', now() from generate_series(1, $1::int)`,
      [ended],
    )
    const grants = await watchEndedGrants(database, { accessTokenSeconds, onError: fail })
    await grants.close()
    await database.close()
    return grants.has
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const figure = (name: string, value: number, target: number): Figure => ({
  name,
  value,
  unit: 'ms',
  n: runs,
  target,
  better: 'lower',
})

const fail = (error: unknown) => {
  throw error
}

async function millisecondsOf(check: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  for (let nth = 0; nth < checksPerRun; nth += 1) await check()
  return (performance.now() - started) / checksPerRun
}
