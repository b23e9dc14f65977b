import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findPostgres } from '../../../apps/server/src/testing/postgres/find.ts'
import { treeBytes } from '../../../bench/measures/product.ts'
import { type Installation, openInstallation } from '../parts/installation.ts'
import type { Part } from '../parts/processes.ts'
import { processorSeconds } from '../parts/processor.ts'
import type { Attack } from '../promises.ts'
import type { ResultTable } from '../result-table.ts'
import { printResults, storeResults } from '../results.ts'
import { writeSizing } from '../sizing.ts'
import { measureAdministration } from './administration.ts'
import { type Measured, measureHostile } from './hostile.ts'
import { assertNothingLost, openSchool, readOutcome } from './school.ts'
import { sendTraffic, type Teacher, type Traffic } from './traffic.ts'
import { measureWriting } from './writing.ts'

/**
 * `npm run trial -- load [--long] [--only traffic | soak | hostile | writing | administration] [--seconds
 * 10]`: an API and a worker on a separate PostgreSQL server, and many working teachers; `administration` is
 * one process on the embedded database. The short form sends a fixed number of calls and prints the figures;
 * the long one finds the highest rate with a p99 of at most 500 ms, holds it for ten minutes, watches memory
 * for thirty, and updates docs/reliability.md. `--seconds` sets the length of a round with the hostile
 * teacher, and for how long students type.
 */
const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const seconds = values.seconds === undefined ? null : Number(values.seconds)
if (seconds !== null && !(seconds > 0)) throw new Error('--seconds takes a number greater than 0.')
const binaries = findPostgres()
if (binaries === null) throw new Error('Install PostgreSQL 15 or newer first.')

const highestP99 = 500
const connections = 40
const size = values.long ? { teachers: 200, older: 300 } : { teachers: 50, older: 20 }
/** Number of teachers; the first is the hostile one if there is any. */
const hostileAmong = 50

interface Scene {
  installation: Installation
  api: Part
  worker: Part
  teachers: Teacher[]
}

/** The highest rate of calls answered within the bound, in steps of a tenth. */
async function findRate({ api, teachers }: Scene): Promise<number> {
  let rate = 20
  for (;;) {
    const next = Math.ceil(rate * 1.25)
    const tried = await sendTraffic(api.origin, teachers, { seconds: 15, rate: next, connections })
    process.stderr.write(`… ${next} calls a second: p99 ${tried.p99} ms, ${tried.rate.toFixed(0)} answered\n`)
    if (tried.p99 > highestP99 || tried.rate < 0.95 * next || tried.refused > 0) return rate
    rate = next
  }
}

const trafficRow = (what: string, { answered, rate, p50, p99, failed, refused }: Traffic) => [
  what,
  answered,
  rate,
  p50,
  p99,
  failed,
  refused,
]

const uploadsUnder = (
  attack: string,
  { acknowledged, lost }: { acknowledged: number; lost: number },
): Attack => ({
  promise: 'uploads',
  attack,
  times: 1,
  atStake: acknowledged,
  unit: 'acknowledged uploads',
  lost,
})

async function measureTraffic(scene: Scene): Promise<ResultTable> {
  const { installation, api, worker, teachers } = scene
  const used = () => ({
    api: processorSeconds(api.pid),
    worker: processorSeconds(worker.pid),
    db: processorSeconds(installation.databasePid),
  })
  const rows: ResultTable['rows'] = []
  const acknowledged: string[] = []
  let sustained: Traffic
  // For the sustained traffic, not the search for its rate.
  let before = used()
  if (values.long) {
    for (let rate = await findRate(scene); ; rate = Math.floor(rate * 0.85)) {
      before = used()
      sustained = await sendTraffic(api.origin, teachers, { seconds: 600, rate, connections })
      acknowledged.push(...sustained.acknowledged)
      rows.push(trafficRow(`10 minutes at ${rate} calls a second`, sustained))
      if (sustained.p99 <= highestP99) break
    }
  } else {
    sustained = await sendTraffic(api.origin, teachers, { calls: 1_500, connections: 10 })
    acknowledged.push(...sustained.acknowledged)
    rows.push(trafficRow('1,500 calls, as fast as they are answered', sustained))
  }
  const after = used()
  const outcome = await readOutcome(installation.database, acknowledged, size.teachers * size.older)
  assertNothingLost(outcome)
  if (sustained.failed > 0) throw new Error(`${sustained.failed} calls failed.`)
  const each = (name: 'api' | 'worker' | 'db') =>
    (((after[name] - before[name]) * 1_000) / sustained.answered).toPrecision(3)
  return {
    title: values.long ? 'Mixed traffic at the highest sustained rate' : 'Mixed traffic',
    columns: ['Traffic', 'Answered', 'Per second', 'p50 (ms)', 'p99 (ms)', 'Failed', 'Refused (503)'],
    rows,
    attacks: [uploadsUnder(`${size.teachers} teachers at work`, outcome)],
    note: `${size.teachers} teachers with ${size.older} existing documents each, one API and one worker. Of a hundred calls 40 are lists of 50, 15 documents, 15 dashboards, 10 reports, 5 counts, 5 analytics and 10 pasted texts of 300 words. All ${outcome.acknowledged.toLocaleString('en-GB')} acknowledged uploads exist, were completed and were charged exactly once. Processor time for a call: API ${each('api')} ms, worker ${each('worker')} ms, PostgreSQL ${each('db')} ms. Client, product, database and other programs shared the machine.`,
  }
}

/** Memory of both parts, sampled every ten seconds under traffic at half of that rate. */
async function measureSoak({ installation, api, worker, teachers }: Scene): Promise<ResultTable> {
  const seconds = values.long ? 1_800 : 10
  const samples: { api: number; worker: number }[] = []
  let isDone = false
  const watch = (async () => {
    while (!isDone) {
      samples.push({
        api: ((await treeBytes(api.pid)) ?? 0) / 1e6,
        worker: ((await treeBytes(worker.pid)) ?? 0) / 1e6,
      })
      await wait(values.long ? 10_000 : 1_000)
    }
  })()
  const sent = await sendTraffic(api.origin, teachers, { seconds, rate: 25, connections: 10 })
  isDone = true
  await watch
  const outcome = await readOutcome(installation.database, sent.acknowledged, size.teachers * size.older)
  assertNothingLost(outcome)
  // The first tenth fills caches.
  const warm = samples.slice(Math.ceil(samples.length / 10))
  const row = (what: string, name: 'api' | 'worker') => {
    const mean = (part: typeof samples) => part.reduce((sum, sample) => sum + sample[name], 0) / part.length
    const third = Math.ceil(warm.length / 3)
    const [early, late] = [mean(warm.slice(0, third)), mean(warm.slice(-third))]
    return [
      what,
      early,
      late,
      ((late - early) / early) * 100,
      Math.max(...samples.map((sample) => sample[name])),
    ]
  }
  return {
    title: 'Memory over time',
    columns: ['Process, with its children', 'First third (MB)', 'Last third (MB)', 'Change (%)', 'Peak (MB)'],
    rows: [row('API', 'api'), row('worker', 'worker')],
    attacks: [uploadsUnder(`${Math.round(seconds / 60)} minutes of traffic`, outcome)],
    note: `${Math.round(seconds / 60)} minutes at 25 calls a second of the same traffic: ${sent.answered.toLocaleString('en-GB')} calls answered, ${sent.failed} failed, ${outcome.acknowledged.toLocaleString('en-GB')} documents judged, none lost. Mean resident memory, leaving out the first tenth.`,
  }
}

/** One teacher who attacks, beside forty-nine at ordinary work. */
const measureAttack =
  (attack: 'expensive' | 'small') =>
  ({ installation, api, teachers }: Scene): Promise<Measured> =>
    measureHostile(installation, api.origin, teachers.slice(0, hostileAmong), {
      attack,
      ...(values.long ? { rounds: 4, seconds: seconds ?? 60 } : { rounds: 2, seconds: seconds ?? 20 }),
    })

/** A whole school writing at once. */
const measureStudents = (scene: Scene): Promise<ResultTable> =>
  measureWriting(scene, seconds ?? (values.long ? 120 : 20))

const isChosen = (name: string) => values.only === undefined || values.only === name

const failures: string[] = []

/** A figure that breaks its promise is stored like any other, and the run fails at its end. */
async function publish(name: string, measure: () => Promise<ResultTable | Measured>): Promise<void> {
  if (!isChosen(name)) return
  process.stderr.write(`… ${name}\n`)
  const measured = await measure()
  const table = 'table' in measured ? measured.table : measured
  if ('failures' in measured) failures.push(...measured.failures)
  if (values.long) {
    await storeResults('load', [table])
    await writeSizing()
  } else printResults('load', [table])
}

/** Everything measured on a PostgreSQL server. */
const onServer: [name: string, measure: (scene: Scene) => Promise<ResultTable | Measured>][] = [
  ['traffic', measureTraffic],
  ['soak', measureSoak],
  ['hostile', measureAttack('small')],
  ['hostile', measureAttack('expensive')],
  ['writing', measureStudents],
]

async function measureOnServer(postgres: string): Promise<void> {
  const installation = await openInstallation(postgres)
  try {
    // The webhooks of a run go to this machine.
    const settings = { ALLOW_PRIVATE_TARGETS: 'true' }
    const api = await installation.start('api', settings)
    const worker = await installation.start('worker', settings)
    const scene: Scene = { installation, api, worker, teachers: await openSchool(installation, size) }
    for (const [name, measure] of onServer) await publish(name, () => measure(scene))
    await api.stop()
    await worker.stop()
  } finally {
    await installation.close()
  }
}

if (onServer.some(([name]) => isChosen(name))) await measureOnServer(binaries)
await publish('administration', () => measureAdministration(seconds ?? (values.long ? 60 : 10)))
for (const failure of failures) process.stderr.write(`✗ ${failure}\n`)
process.exit(failures.length > 0 ? 1 : 0)
