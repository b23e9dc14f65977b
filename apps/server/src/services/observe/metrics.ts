import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import {
  type AnswerEvent,
  channels,
  type OutsideCallEvent,
  type ProblemEvent,
  type StageEvent,
  type StandingEvent,
  type WriteFaultEvent,
} from './channels.ts'

/** Histogram buckets in seconds, from the fastest call to the slowest document allowed. */
const stageBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]
const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  /** All metrics in the Prometheus text format. */
  read(): Promise<string>
  readonly contentType: string
  /** Stops measuring. */
  close(): void
}

/**
 * Turns the diagnostics channels into metrics: durations of answers, stages and calls outside, problems by
 * code, and queue depth. Names and labels hold routes, codes and numbers, never an id or user input.
 */
export function createMetrics(database: Database): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'penmark_' })
  const registers = [registry]
  const answers = new Histogram({
    name: 'penmark_http_answer_seconds',
    help: 'Time from a request to its whole answer',
    labelNames: ['method', 'route', 'status'],
    buckets: answerBuckets,
    registers,
  })
  const problems = new Counter({
    name: 'penmark_problems_total',
    help: 'Problems answered, by code',
    labelNames: ['code'],
    registers,
  })
  const stages = new Histogram({
    name: 'penmark_stage_seconds',
    help: 'Time of a document in a stage: reading, detecting, keeping',
    labelNames: ['stage', 'outcome'],
    buckets: stageBuckets,
    registers,
  })
  const outsideCalls = new Histogram({
    name: 'penmark_outside_call_seconds',
    help: 'Time of a call to a service outside, with its repetitions: files, payment, mail, sign-in, recaptcha, addresses',
    labelNames: ['service', 'outcome'],
    buckets: stageBuckets,
    registers,
  })
  const writeFaults = new Counter({
    name: 'penmark_write_faults_total',
    help: 'What the disk refused to write: full, read-only',
    labelNames: ['fault'],
    registers,
  })
  const differing = new Counter({
    name: 'penmark_standing_differences_total',
    help: 'Documents that a check found counted otherwise than what is known of them says: a defect',
    registers,
  })
  const queue = (name: string, help: string) => new Gauge({ name: `penmark_queue_${name}`, help, registers })
  const waiting = queue('waiting', 'Documents that wait')
  const running = queue('running', 'Documents that are worked on')
  const oldest = queue('oldest_seconds', 'How long the document that waits longest has waited')

  const onAnswer = (message: unknown) => {
    const { method, route, status, seconds } = message as AnswerEvent
    answers.observe({ method, route, status }, seconds)
  }
  const onProblem = (message: unknown) => problems.inc({ code: (message as ProblemEvent).code })
  const onStage = (message: unknown) => {
    const { stage, seconds, succeeded } = message as StageEvent
    stages.observe({ stage, outcome: succeeded ? 'done' : 'failed' }, seconds)
  }
  const onOutsideCall = (message: unknown) => {
    const { service, outcome, seconds } = message as OutsideCallEvent
    outsideCalls.observe({ service, outcome }, seconds)
  }
  const onWriteFault = (message: unknown) => writeFaults.inc({ fault: (message as WriteFaultEvent).fault })
  const onStanding = (message: unknown) => differing.inc((message as StandingEvent).differing)
  channels.answer.subscribe(onAnswer)
  channels.problem.subscribe(onProblem)
  channels.stage.subscribe(onStage)
  channels.outsideCall.subscribe(onOutsideCall)
  channels.writeFault.subscribe(onWriteFault)
  channels.standing.subscribe(onStanding)

  return {
    contentType: registry.contentType,
    read: async () => {
      const depth = await selectQueueDepth(database, new Date())
      waiting.set(depth.waiting)
      running.set(depth.running)
      oldest.set(depth.oldestSeconds)
      return registry.metrics()
    },
    close: () => {
      channels.answer.unsubscribe(onAnswer)
      channels.problem.unsubscribe(onProblem)
      channels.stage.unsubscribe(onStage)
      channels.outsideCall.unsubscribe(onOutsideCall)
      channels.writeFault.unsubscribe(onWriteFault)
      channels.standing.unsubscribe(onStanding)
      registry.clear()
    },
  }
}

/** `oldestSeconds`: how long the oldest document has been waiting; 0 when none is. */
interface QueueDepth {
  waiting: number
  running: number
  oldestSeconds: number
}

/** Queried at each read of the metrics, because no single process knows the whole queue. */
export async function selectQueueDepth(database: Database, now: Date): Promise<QueueDepth> {
  const { rows } = await database.query(
    `select count(*) filter (where status = 'QUEUED')::float8 as waiting,
            count(*) filter (where status = 'PROCESSING')::float8 as running,
            extract(epoch from $1::timestamptz - min(queued_at) filter (where status = 'QUEUED'))::float8 as oldest
     from documents where status in ('QUEUED', 'PROCESSING')`,
    [now],
  )
  const { waiting, running, oldest } = rows[0] ?? {}
  return {
    waiting: Number(waiting ?? 0),
    running: Number(running ?? 0),
    oldestSeconds: Math.max(0, Number(oldest ?? 0)),
  }
}

interface ProbeDependencies {
  metrics: Metrics
  /** Throws while a dependency is not ready. */
  assertReady(): Promise<void>
  /** Codes of what an operator should look at although everything works. */
  readWarnings(): Promise<string[]>
  logger: Logger
}

const plainText = 'text/plain; charset=utf-8'

function answer(response: ServerResponse, status: number, text: string, type = plainText): void {
  response
    .writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(text)
}

/**
 * Answers the probes of orchestrators and monitoring on a separate port: `/metrics`, `/healthz` (the process
 * is alive) and `/readyz` (it can work). API and worker both have it, and no proxy has to hide it. Returns
 * the port and a function to stop.
 */
export async function listenForProbes(
  { metrics, assertReady, readWarnings, logger }: ProbeDependencies,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const alive = async (response: ServerResponse) => {
    const warnings = await readWarnings()
    answer(response, 200, ['alive', ...warnings.map((code) => `warning: ${code}`), ''].join('\n'))
  }
  const ready = async (response: ServerResponse) => {
    await assertReady()
    answer(response, 200, 'ready\n')
  }
  const figures = async (response: ServerResponse) =>
    answer(response, 200, await metrics.read(), metrics.contentType)
  const pages = new Map([
    ['/healthz', { send: alive, failure: 'Not alive' }],
    ['/readyz', { send: ready, failure: 'Not ready' }],
    ['/metrics', { send: figures, failure: 'Could not read the metrics' }],
  ])
  const server = createServer((request, response) => {
    const page = request.method === 'GET' ? pages.get((request.url ?? '').split('?')[0] ?? '') : undefined
    if (!page) return answer(response, 404, 'There are /metrics, /healthz and /readyz.\n')
    page.send(response).catch((error: unknown) => {
      logger.warn({ err: error }, page.failure)
      answer(response, 503, 'not ready\n')
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
