import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sweepJob } from '../../../../apps/server/src/features/operations/upkeep/sweep-files.ts'
import { connectServer } from '../../../../apps/server/src/services/database/server.ts'
import type { Running } from '../processes.ts'
import { finishAndInspect, type Outcome } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'

const sweepWithinMs = 120_000
const pollEveryMs = 100
/** Lets a worker log its sweeps, also those that remove nothing. */
const verbose = { LOG_LEVEL: 'info' }

/**
 * Waits for the sweep that a worker makes right after its start. Says what is wrong if there was none, or if
 * it was not held.
 */
async function waitForSweep(running: Running, isHeld: boolean): Promise<string[]> {
  const deadline = Date.now() + sweepWithinMs
  const hasSwept = () => /were (not swept|set aside)/.test(running.output())
  while (!hasSwept() && !running.hasEnded() && Date.now() < deadline) await wait(pollEveryMs)
  const expected = isHeld ? 'were not swept' : 'were set aside'
  return running.output().includes(expected)
    ? []
    : [`a sweep did not say that files ${expected}: ${running.output().slice(-500)}`]
}

/** Its next sweep would be due an hour after the first. */
async function bringSweepForward(databaseUrl: string): Promise<void> {
  const database = await connectServer(databaseUrl, () => undefined)
  await database.query(
    "update queue.job set start_after = now() where data ->> 'id' = $1 and state < 'active'",
    [sweepJob],
  )
  await database.close()
}

const stakeOf = (atStake: number, lost: number) => ({ atStake, unit: 'stored files', lost })

/** What the operator must be able to read, in a start that was refused. */
function defectsOf(
  start: string,
  { code, output }: { code: number | null; output: string },
  expected: (string | RegExp)[],
): string[] {
  const missing = expected.filter((each) =>
    typeof each === 'string' ? !output.includes(each) : !each.test(output),
  )
  return [
    ...(code === 1 ? [] : [`${start}: ended with ${code}`]),
    ...missing.map((each) => `${start}: does not say ${each}: ${output.slice(-500)}`),
    ...(output.includes('ASSERTIONS') ? [`${start}: shows an error of the program`] : []),
  ]
}

const idPattern = /belong to installation [\da-f-]{36}/
/** Files that another installation adopted stay with it until the operator takes them back. */
const adoptedByAnother = [
  /belong to installation [\da-f-]{36}, and the database belongs to installation [\da-f-]{36}/,
  '--adopt',
]

/** The embedded database is missing, or its folder empty, while the files are there. */
export async function loseDatabase(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const defects: string[] = []
  const [database, aside] = [join(setup.dataDir, 'database'), join(setup.dataDir, 'database.aside')]
  const first = await setup.start('all')
  await teacher.upload(first.origin, 40)
  await first.stop()
  await setup.ageFiles()
  const before = await setup.countFiles()
  await rename(database, aside)
  for (let i = 0; i < times; i += 1) {
    if (i % 2 === 1) await mkdir(database)
    defects.push(
      ...defectsOf('a start without a database', await setup.command([]), [
        idPattern,
        'there is no database in',
        '--adopt',
      ]),
    )
    if (i % 2 === 0 && existsSync(database)) defects.push('a refused start made a database')
    await rm(database, { recursive: true, force: true })
  }
  // Even with the operator's word, the sweep removes nothing by itself.
  const adopted = await setup.start('all', verbose, ['--adopt'])
  defects.push(...(await waitForSweep(adopted, true)))
  await adopted.stop()
  const lost = before - (await setup.countFiles())
  await rm(database, { recursive: true, force: true })
  await rename(aside, database)
  defects.push(...defectsOf('a start on files that were adopted', await setup.command([]), adoptedByAnother))
  const last = await setup.start('all', {}, ['--adopt'])
  const outcome = await finishAndInspect(setup, teacher, [last], {
    scenario: 'the database folder is missing or empty beside the files',
    times,
    defects,
  })
  return { ...outcome, promise: 'slips', stake: stakeOf(before, lost) }
}

/** DATABASE_URL names an empty database, for API and workers that start at the same moment. */
export async function emptyDatabase(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const { postgres } = setup
  if (postgres === null) throw new Error('This scenario needs PostgreSQL.')
  const defects: string[] = []
  const first = [await setup.start('api'), await setup.start('worker')]
  await teacher.upload(first[0]?.origin ?? '', 40)
  for (const each of first) await each.stop()
  await setup.ageFiles()
  const before = await setup.countFiles()
  for (let i = 0; i < times; i += 1) {
    const settings = { DATABASE_URL: await postgres.createDatabase('empty') }
    const starts = await Promise.all(
      [['api'], ['worker'], ['migrate']].map((given) => setup.command(given, settings)),
    )
    for (const start of starts)
      defects.push(
        ...defectsOf('a start on an empty database', start, [idPattern, 'DATABASE_URL is empty', '--adopt']),
      )
  }
  const settings = { DATABASE_URL: await postgres.createDatabase('empty') }
  const adopted = await setup.start('worker', { ...settings, ...verbose }, ['--adopt'])
  defects.push(...(await waitForSweep(adopted, true)))
  await adopted.stop()
  const lost = before - (await setup.countFiles())
  defects.push(
    ...defectsOf('a start on files that were adopted', await setup.command(['api']), adoptedByAnother),
  )
  const last = [await setup.start('api', {}, ['--adopt']), await setup.start('worker')]
  const outcome = await finishAndInspect(setup, teacher, last, {
    scenario: 'DATABASE_URL names an empty database beside the files',
    times,
    defects,
  })
  return { ...outcome, promise: 'slips', stake: stakeOf(before, lost) }
}

/**
 * Another installation, with a database and an id of its own, is pointed at this one's bucket while this one
 * works.
 */
export async function shareBucket(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const { postgres } = setup
  if (postgres === null) throw new Error('This scenario needs PostgreSQL.')
  const defects: string[] = []
  const second = { DATABASE_URL: await postgres.createDatabase('second') }
  const first = [await setup.start('api'), await setup.start('worker')]
  await teacher.upload(first[0]?.origin ?? '', 40)
  // With a prefix of its own it may use the same bucket.
  await setup.ageFiles()
  const before = await setup.countFiles()
  const beside = await setup.start('worker', { ...second, ...verbose, S3_PREFIX: 'second' })
  defects.push(...(await waitForSweep(beside, false)))
  if (!beside.hasEnded()) await beside.stop()
  for (let i = 0; i < times; i += 1) {
    const starts = await Promise.all([['api'], ['worker']].map((given) => setup.command(given, second)))
    for (const start of starts) defects.push(...defectsOf('a second installation', start, adoptedByAnother))
  }
  await bringSweepForward(second.DATABASE_URL)
  const adopted = await setup.start('worker', { ...second, ...verbose }, ['--adopt'])
  defects.push(...(await waitForSweep(adopted, true)))
  await adopted.stop()
  const lost = before - (await setup.countFiles())
  const back = await setup.command(['migrate', '--adopt'])
  if (back.code !== 0)
    defects.push(`the first installation did not get its files back: ${back.output.slice(-500)}`)
  const outcome = await finishAndInspect(setup, teacher, first, {
    scenario: 'a second installation starts on the same bucket',
    times,
    defects,
  })
  return { ...outcome, promise: 'slips', stake: stakeOf(before, lost) }
}

/** The largest table of uploads, cut in the middle. */
async function cutTable(database: string, file: string): Promise<void> {
  await truncate(join(database, file), 8_192)
}

type Damage = readonly [
  name: string,
  damage: (database: string, table: string) => Promise<unknown>,
  says: string,
]

const damages: readonly Damage[] = [
  [
    'a cut control file',
    (database) => truncate(join(database, 'global/pg_control'), 100),
    'its control file global/pg_control',
  ],
  [
    'a missing control file',
    (database) => rm(join(database, 'global/pg_control')),
    'its control file global/pg_control',
  ],
  [
    'a cut log',
    (database) => eachSegment(database, (file) => truncate(file, 1_000)),
    'pg_wal, is incomplete',
  ],
  ['a missing log', (database) => eachSegment(database, (file) => rm(file)), 'pg_wal, is incomplete'],
  ['a cut table', cutTable, 'of the table documents was cut off'],
  ['a missing PG_VERSION', (database) => rm(join(database, 'PG_VERSION')), 'PG_VERSION is missing'],
]

async function eachSegment(database: string, change: (file: string) => Promise<unknown>): Promise<void> {
  const folder = join(database, 'pg_wal')
  for (const name of await readdir(folder)) if (/^[\dA-F]{24}$/.test(name)) await change(join(folder, name))
}

/** The file of the table `documents`, which the product has tidied. */
const documentsFile = (setup: Setup) =>
  setup.withDirectAccess(async (database) => {
    await database.tidy()
    const { rows } = await database.query("select pg_relation_filepath('documents') as file")
    return String(rows[0]?.file)
  })

/**
 * The embedded database is damaged in every way, and each time restored by the commands that the refusal
 * names.
 */
export async function damageDatabase(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const defects: string[] = []
  const { dataDir } = setup
  const first = await setup.start('all')
  await teacher.upload(first.origin, 60)
  await first.stop()
  const table = await documentsFile(setup)
  const made = await setup.command(['backup'])
  if (made.code !== 0) defects.push(`no backup was made: ${made.output.slice(-500)}`)
  const [backup = ''] = await readdir(join(dataDir, 'backups'))
  let injected = 0
  for (let i = 0; i < times; i += 1) {
    for (const [name, damage, says] of damages) {
      await damage(join(dataDir, 'database'), table)
      injected += 1
      const source = join(`${dataDir}.damaged`, 'backups', backup)
      const expected = [
        says,
        join(dataDir, 'backups', backup),
        `mv ${dataDir} ${dataDir}.damaged`,
        `npm run restore -- ${source}`,
      ]
      defects.push(...defectsOf(name, await setup.command([]), expected))
      await rename(dataDir, `${dataDir}.damaged`)
      const restored = await setup.command(['restore', source])
      if (restored.code !== 0) defects.push(`${name}: the restore failed: ${restored.output.slice(-500)}`)
      await rename(join(`${dataDir}.damaged`, 'backups'), join(dataDir, 'backups'))
      await rm(`${dataDir}.damaged`, { recursive: true })
    }
  }
  const last = await setup.start('all')
  return {
    ...(await finishAndInspect(setup, teacher, [last], {
      scenario: 'the embedded database is damaged, and restored as the product says',
      times: injected,
      defects,
    })),
    promise: 'slips',
  }
}
