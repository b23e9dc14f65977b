import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { hourMs } from '../../../lib/durations.ts'

/**
 * Rewriting 80 MB blocks the database for about five seconds. It waits for the night, but no longer than
 * this.
 */
const schedule = { restMs: 20 * hourMs, atMostMs: 36 * hourMs, night: { from: 1, to: 5 } } as const

/**
 * Whether it is time to rewrite the database. `last` is the previous run; night is in the machine's time
 * zone.
 */
export function isScrubDue(last: Date, now: Date): boolean {
  const age = now.getTime() - last.getTime()
  const isNight = now.getHours() >= schedule.night.from && now.getHours() < schedule.night.to
  return age >= (isNight ? schedule.restMs : schedule.atMostMs)
}

const ownTables = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname = 'public' and pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0 order by 1`

/**
 * Removes deleted data from the files. PostgreSQL leaves deleted rows in its pages, so every table and the
 * planner's samples are rewritten, and the WAL is switched twice so that the next checkpoint deletes its old
 * segments.
 */
async function rewrite(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ name: string }>(ownTables)
  for (const { name } of rows) await client.query(`vacuum (full, analyze) ${name}`)
  await client.query('vacuum (full) pg_catalog.pg_statistic')
  for (let round = 0; round < 2; round += 1) {
    await client.query('checkpoint')
    await client.query('select pg_switch_wal()')
  }
  await client.query('checkpoint')
}

/**
 * Rewrites the database in `dataFolder` once a day. A file beside it holds the time of the last run, so that
 * restarts do not repeat it.
 */
export function createScrub(client: PGlite, dataFolder: string): (now: Date) => Promise<boolean> {
  const timestampFile = `${dataFolder}.scrubbed`
  const setLastRun = (time: Date) => {
    fs.writeFileSync(timestampFile, '')
    fs.utimesSync(timestampFile, time, time)
  }
  return async (now) => {
    // The first check starts the clock: do not rewrite at a start.
    if (!fs.existsSync(timestampFile)) setLastRun(now)
    if (!isScrubDue(fs.statSync(timestampFile).mtime, now)) return false
    await rewrite(client)
    setLastRun(now)
    return true
  }
}
