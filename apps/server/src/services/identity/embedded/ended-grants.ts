import { runAtInterval } from '../../../lib/interval.ts'
import type { Database } from '../../database/database.ts'
import { grantsEnded } from './ended.ts'

/** For notices that a broken connection swallowed. */
const readEveryMs = 10_000
/** Clocks of processes may differ, and the checks of a token tolerate seconds. */
const marginMs = 60_000

export interface EndedGrants {
  /** Whether the sign-in of an access token has ended. Asks memory alone. */
  has(grantId: string): boolean
  close(): Promise<void>
}

interface EndedGrantsOptions {
  /** How long access tokens live: older ends need not be known. */
  accessTokenSeconds: number
  onError: (error: unknown) => void
}

/**
 * Keeps in memory which grants have ended within the life of an access token. They are read at the start,
 * with the notice that each end sends to every process, and every ten seconds in case one was missed.
 */
export async function watchEndedGrants(
  database: Database,
  { accessTokenSeconds, onError }: EndedGrantsOptions,
): Promise<EndedGrants> {
  let ended: ReadonlySet<string> = new Set()
  let reading: Promise<void> | null = null
  let isStale = false

  const readOnce = async () => {
    const since = new Date(Date.now() - accessTokenSeconds * 1_000 - marginMs)
    const { rows } = await database.query(
      "select id from identity_record where model = 'Grant' and consumed_at > $1::timestamptz",
      [since.toISOString()],
    )
    ended = new Set(rows.map(({ id }) => String(id)))
  }
  // One at a time, so that an older answer never replaces a newer one.
  const read = async (): Promise<void> => {
    isStale = true
    reading ??= (async () => {
      while (isStale) {
        isStale = false
        await readOnce()
      }
    })().finally(() => {
      reading = null
    })
    await reading
  }

  await read()
  const stopListening = database.listen(grantsEnded, () => void read().catch(onError))
  const stopReading = runAtInterval(
    { name: 'Reading which sign-ins have ended', everyMs: readEveryMs, task: read },
    { error: ({ err }) => onError(err) },
  )
  return {
    has: (grantId) => ended.has(grantId),
    close: async () => {
      await stopListening()
      await stopReading()
      await reading?.catch(() => undefined)
    },
  }
}
