import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { textOf } from '../../../bench/texts.ts'
import { apiBase } from '../../../packages/contract/src/index.ts'
import type { Installation } from '../parts/installation.ts'
import type { Teacher } from './traffic.ts'

/** Waiting times of teachers in milliseconds. */
export interface Waits {
  /** From a call to its response. */
  calls: number[]
  /** From the upload of a document to its result, by the product's clock. */
  results: number[]
  /** From a result to the teacher's webhook. */
  webhooks: number[]
}

export interface Observed extends Waits {
  /** Calls with an unsuccessful response. */
  failed: number
  acknowledged: string[]
}

const words = 300
const callsPerSecond = 8
/** One in this many calls pastes a text; the others read. */
const pasteEvery = 5
const reads = ['/documents?limit=50', '/dashboard/stats', '/documents/count', '/analytics']
/** How many teachers have a webhook. */
const withWebhook = 10
const webhookWithinMs = 60_000
const resultWithinMs = 120_000

/** Receives the teachers' webhooks, and records when each document was announced. */
export async function openReceiver() {
  const announced = new Map<string, number>()
  const receive = async (request: IncomingMessage) => {
    const { data } = (await json(request)) as { data: { document_id?: string } }
    if (data.document_id !== undefined && !announced.has(data.document_id))
      announced.set(data.document_id, Date.now())
  }
  const server = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(204).end(),
      () => response.writeHead(400).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    announced,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Gives the first teachers a webhook each. */
export async function addWebhooks(
  origin: string,
  teachers: readonly Teacher[],
  { url }: Receiver,
): Promise<void> {
  for (const { authorization } of teachers.slice(0, withWebhook)) {
    const answer = await fetch(`${origin}${apiBase}/integrations/webhooks`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    })
    if (answer.status !== 201)
      throw new Error(`A webhook was not taken: ${answer.status} ${await answer.text()}`)
  }
}

/**
 * Ordinary work of these teachers at a fixed rate, independent of the responses, until every document has its
 * result.
 */
export async function observe(
  { database }: Installation,
  origin: string,
  teachers: readonly Teacher[],
  { announced }: Receiver,
  { seconds, nth: round }: { seconds: number; nth: number },
): Promise<Observed> {
  const calls: number[] = []
  const acknowledged: string[] = []
  const awaited: string[] = []
  let failed = 0
  const send = async (nth: number, due: number) => {
    const isPaste = nth % pasteEvery === 0
    const teacherIndex = Math.floor(nth / (isPaste ? pasteEvery : 1)) % teachers.length
    const authorization = teachers[teacherIndex]?.authorization ?? ''
    const path = isPaste ? '/documents/text' : reads[nth % reads.length]
    const answer = await fetch(`${origin}${apiBase}${path}`, {
      headers: isPaste ? { authorization, 'content-type': 'application/json' } : { authorization },
      ...(isPaste && { method: 'POST', body: JSON.stringify({ text: textOf(words, round * 10_000 + nth) }) }),
    }).catch(() => null)
    const body: unknown = await answer?.json().catch(() => null)
    calls.push(performance.now() - due)
    if (!answer?.ok) failed += 1
    else if (isPaste) {
      const { id } = body as { id: string }
      acknowledged.push(id)
      if (teacherIndex < withWebhook) awaited.push(id)
    }
  }
  const start = performance.now()
  const sent: Promise<void>[] = []
  for (let nth = 0; nth < seconds * callsPerSecond; nth += 1) {
    const due = start + (nth * 1_000) / callsPerSecond
    await wait(Math.max(0, due - performance.now()))
    sent.push(send(nth, due))
  }
  await Promise.all(sent)

  const ended = async () =>
    (
      await database.query(
        `select id, status, extract(epoch from created_at) * 1000 as uploaded, extract(epoch from updated_at) * 1000 as ended from documents
         where id = any($1::uuid[]) and status not in ('UPLOADED', 'QUEUED', 'PROCESSING')`,
        [acknowledged],
      )
    ).rows
  let rows = await ended()
  const resultsEnd = Date.now() + resultWithinMs
  for (; rows.length < acknowledged.length && Date.now() < resultsEnd; rows = await ended()) await wait(100)
  const deadline = Date.now() + webhookWithinMs
  while (awaited.some((id) => !announced.has(id)) && Date.now() < deadline) await wait(50)
  const endedAt = new Map(rows.map(({ id, ended: at }) => [String(id), Number(at)]))
  return {
    calls,
    acknowledged,
    failed,
    // A missing result counts as late as it was waited for.
    results: [
      ...rows.map(({ uploaded, ended: at }) => Number(at) - Number(uploaded)),
      ...Array.from({ length: acknowledged.length - rows.length }, () => resultWithinMs),
    ],
    webhooks: awaited.map(
      (id) => (announced.get(id) ?? Date.now()) - (endedAt.get(id) ?? Date.now() - webhookWithinMs),
    ),
  }
}
