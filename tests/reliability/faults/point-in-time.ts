import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connectServer } from '../../../apps/server/src/services/database/server.ts'
import type { PostgresServer } from '../../../apps/server/src/testing/postgres/start.ts'
import type { Attack } from '../promises.ts'
import type { ResultTable } from '../result-table.ts'
import { cellText } from '../table.ts'
import { type Archive, createArchive, hasPgBackRest } from './archive.ts'
import { selectUnfinished, sweepAll, waitUntilFinished } from './invariants.ts'
import { openSetup, type Setup } from './setup.ts'
import { createTeacher, type Sent, type Teacher } from './teacher.ts'

/** What the operator was promised. */
const mostSecondsLost = 300

interface Form {
  /** How often the server is destroyed, and how often a slip is taken back. */
  destroyed: number
  slips: number
  /** PostgreSQL's `archive_timeout`. */
  archiveSeconds: number
  /** A round lasts between this and twice as long. */
  workSeconds: number
}

export const pointInTimeForms: Record<'short' | 'long', Form> = {
  short: { destroyed: 1, slips: 1, archiveSeconds: 3, workSeconds: 6 },
  long: { destroyed: 4, slips: 2, archiveSeconds: 60, workSeconds: 45 },
}

interface Round {
  acknowledged: number
  lost: number
  /** From the newest upload that is still there to the last acknowledged one. */
  secondsLost: number
  restoreSeconds: number
  /** Files whose rows are lost, and how many of them are still in the storage after a sweep. */
  filesWithoutRow: number
  filesKept: number
  defects: string[]
}

const idsIn = async (setup: Setup): Promise<Set<string>> =>
  setup.withDirectAccess(
    async (database) =>
      new Set((await database.query('select id from documents')).rows.map(({ id }) => String(id))),
  )

const acknowledgedIn = (sent: readonly Sent[]) =>
  sent.filter((each) => each.id !== null && each.acknowledgedAt !== null)

/**
 * Compares what is there after a restore with what was acknowledged in a round. What earlier rounds left was
 * archived with its restore.
 */
async function compare(
  setup: Setup,
  sent: readonly Sent[],
  from: number,
  until: number,
): Promise<Pick<Round, 'acknowledged' | 'lost' | 'secondsLost'>> {
  const stored = await idsIn(setup)
  const promised = acknowledgedIn(sent).filter(({ acknowledgedAt }) => (acknowledgedAt ?? 0) <= until)
  const lost = promised.filter(({ id }) => !stored.has(id ?? ''))
  const newest = (of: readonly Sent[]) => Math.max(...of.map(({ acknowledgedAt }) => acknowledgedAt ?? 0))
  const kept = promised.filter(({ id }) => stored.has(id ?? ''))
  return {
    acknowledged: promised.length,
    lost: lost.length,
    secondsLost: (newest(promised) - Math.max(from, newest(kept))) / 1_000,
  }
}

/** Files without a row, before and after a sweep that pretends that hours have passed. */
async function sweep(setup: Setup): Promise<Pick<Round, 'filesWithoutRow' | 'filesKept'>> {
  return setup.withDirectAccess(async (database, storage) => {
    const { rows } = await database.query('select blob_key from documents where blob_key is not null')
    const known = new Set(rows.map(({ blob_key }) => String(blob_key)))
    const orphans: string[] = []
    for await (const key of storage.list(new Date(Date.now() + 60_000)))
      if (!known.has(key)) orphans.push(key)
    await sweepAll(database, storage)
    // Wherever the sweep put them, their bytes are somewhere in the data folder.
    const names = new Set(
      readdirSync(setup.dataDir, { recursive: true, encoding: 'utf8' }).map((file) => file.split('/').at(-1)),
    )
    return {
      filesWithoutRow: orphans.length,
      filesKept: orphans.filter((key) => names.has(key.split('/').at(-1))).length,
    }
  })
}

/** Lets a teacher work, loses the server's data or everybody's documents, and restores. */
async function runRound(
  setup: Setup,
  teacher: Teacher,
  archive: Archive,
  form: Form,
  isSlip: boolean,
): Promise<Round> {
  const postgres = setup.postgres
  if (postgres === null) throw new Error('This needs a server.')
  const firstOfRound = teacher.sent.length
  const [api, worker] = [await setup.start('api'), await setup.start('worker')]
  const workStart = Date.now()
  const stopUploading = teacher.keepUploading(() => api.origin)
  // A moment that has nothing to do with when the server archives.
  await wait(1_000 * form.workSeconds * (1 + Math.random()))
  let moment = Date.now()
  if (isSlip) {
    await stopUploading()
    moment = Date.now()
    // Its time is the target, which must lie before the slip by the server's clock as well.
    await wait(1_000)
    await setup.withDirectAccess((database) => database.query('delete from documents'))
    // The slip is noticed later, when it was archived as well.
    await wait(1_000 * form.archiveSeconds + 2_000)
    await postgres.halt()
  } else {
    await postgres.halt('immediate')
    moment = Date.now()
    await stopUploading()
  }
  for (const each of [api, worker]) await each.kill()
  for (const name of readdirSync(postgres.dataFolder))
    rmSync(join(postgres.dataFolder, name), { recursive: true })

  const start = performance.now()
  archive.restore(postgres, isSlip ? new Date(moment + 500) : undefined)
  await postgres.start()
  await waitUntilPromoted(postgres)
  const restoreSeconds = (performance.now() - start) / 1_000

  const last = [await setup.start('api'), await setup.start('worker')]
  const defects = last
    .filter((each) => each.hasEnded())
    .map((each) => `a process did not start: ${each.output().slice(-500)}`)
  await setup.withDirectAccess((database) => waitUntilFinished(() => selectUnfinished(database)))
  for (const each of last)
    if (!each.hasEnded() && (await each.stop()) !== 0)
      defects.push(`a process stopped with an error: ${each.output().slice(-500)}`)
  const missing = await setup.withDirectAccess((database) =>
    database.query("select id from documents where status <> 'COMPLETED'"),
  )
  if (missing.rows.length > 0) defects.push(`${missing.rows.length} restored documents were not completed`)
  const compared = await compare(setup, teacher.sent.slice(firstOfRound), workStart, moment)
  return { ...compared, restoreSeconds, defects, ...(await sweep(setup)) }
}

/** A restored server takes reads before it has replayed everything. */
async function waitUntilPromoted(postgres: PostgresServer): Promise<void> {
  const database = await connectServer(postgres.url(), () => undefined)
  try {
    await waitUntilFinished(async () =>
      (await database.query('select pg_is_in_recovery() as is')).rows[0]?.is === true ? 1 : 0,
    )
  } finally {
    await database.close()
  }
}

const sum = (rounds: readonly Round[], of: (round: Round) => number) =>
  rounds.reduce((total, round) => total + of(round), 0)
const most = (rounds: readonly Round[], of: (round: Round) => number) => Math.max(0, ...rounds.map(of))

function attackOf(attack: string, rounds: readonly Round[], figure: string): Attack {
  const keptAll = sum(rounds, ({ filesWithoutRow, filesKept }) => filesWithoutRow - filesKept)
  return {
    promise: 'point-in-time',
    attack,
    times: rounds.length,
    atStake: sum(rounds, ({ acknowledged }) => acknowledged),
    unit: 'acknowledged uploads',
    lost: sum(rounds, ({ lost }) => lost),
    defects: keptAll + sum(rounds, ({ defects }) => defects.length),
    figure,
  }
}

export interface PointInTime {
  table: ResultTable
  isGood: boolean
  defects: string[]
}

/**
 * Destroys a PostgreSQL server that archives with pgBackRest while a teacher uploads, and takes slips back to
 * the moment before them. Null without pgBackRest.
 */
export async function rehearsePointInTime(binaries: string, form: Form): Promise<PointInTime | null> {
  if (!hasPgBackRest()) {
    process.stdout.write('Point in time is skipped: it needs pgBackRest (apt-get install pgbackrest).\n')
    return null
  }
  const archive = createArchive(form.archiveSeconds)
  try {
    const setup = await openSetup({ binaries, files: 'folder', databaseSettings: archive.databaseSettings })
    try {
      if (setup.postgres) archive.open(setup.postgres)
      const teacher = createTeacher(setup.token)
      const rounds = async (count: number, isSlip: boolean) => {
        const all: Round[] = []
        for (let nth = 0; nth < count; nth += 1)
          all.push(await runRound(setup, teacher, archive, form, isSlip))
        return all
      }
      return resultOf(form, await rounds(form.destroyed, false), await rounds(form.slips, true))
    } finally {
      await setup.close()
    }
  } finally {
    archive.close()
  }
}

function resultOf(form: Form, destroyed: readonly Round[], slips: readonly Round[]): PointInTime {
  const all = [...destroyed, ...slips]
  const row = (what: string, rounds: readonly Round[]) => [
    what,
    rounds.length,
    sum(rounds, ({ acknowledged }) => acknowledged),
    sum(rounds, ({ lost }) => lost),
    most(rounds, ({ secondsLost }) => secondsLost),
    most(rounds, ({ restoreSeconds }) => restoreSeconds),
    sum(rounds, ({ filesWithoutRow }) => filesWithoutRow),
    sum(rounds, ({ filesWithoutRow, filesKept }) => filesWithoutRow - filesKept),
    sum(rounds, ({ defects }) => defects.length),
  ]
  const disaster = 'the server and its data are destroyed while teachers upload'
  const slip = 'all documents are deleted by a wrong statement, and the moment before is restored'
  const table: ResultTable = {
    title: 'Point in time on PostgreSQL',
    columns: [
      'What happened',
      'Times',
      'Acknowledged uploads',
      'Lost uploads',
      'Most work lost (s)',
      'Longest restore (s)',
      'Files without a row',
      'Of these destroyed',
      'Other defects',
    ],
    rows: [row(disaster, destroyed), row(slip, slips)],
    attacks: [
      attackOf(
        disaster,
        destroyed,
        `at most ${cellText(Math.ceil(most(destroyed, ({ secondsLost }) => secondsLost)))} s of work`,
      ),
      attackOf(slip, slips, 'nothing from before a wrong statement'),
    ],
    note: `pgBackRest with archive_timeout = ${form.archiveSeconds} s, files in a folder. The server is destroyed at a random moment, its data are deleted, everything that was archived is restored, and an API and a worker start on it and on the files as they are. Work lost is the time between the last acknowledged upload and the newest one that is there. Files whose rows are lost are then swept as if hours had passed, and must still exist.`,
  }
  const isGood =
    sum(all, ({ defects }) => defects.length) === 0 &&
    sum(all, ({ filesWithoutRow, filesKept }) => filesWithoutRow - filesKept) === 0 &&
    sum(slips, ({ lost }) => lost) === 0 &&
    most(destroyed, ({ secondsLost }) => secondsLost) <= mostSecondsLost &&
    all.every(({ acknowledged }) => acknowledged > 0)
  return { table, isGood, defects: all.flatMap(({ defects }) => defects) }
}
