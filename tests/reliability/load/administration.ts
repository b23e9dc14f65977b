import { setTimeout as wait } from 'node:timers/promises'
import { startTestIssuer } from '../../../apps/server/src/testing/services/token-issuer.ts'
import { textOf } from '../../../bench/texts.ts'
import { apiBase, type BackupList } from '../../../packages/contract/src/index.ts'
import { openParts } from '../parts/processes.ts'
import type { ResultTable } from '../result-table.ts'

const lanes = 4
const words = 500
/** What the pages of the admin area read. */
const reads = [
  '/admin/backups',
  '/admin/installation',
  '/admin/queue',
  '/admin/storage',
  '/admin/teachers/all',
  '/admin/documents/all',
  '/admin/audit',
  '/admin/mails',
  '/admin/jobs/failed',
  '/admin/limits',
]
const readEveryMs = 100
const backupWithinMs = 600_000

interface Session {
  origin: string
  authorization: string
}

async function call<T>({ origin, authorization }: Session, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(`${origin}${apiBase}${path}`, { ...init, headers: { authorization } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** One teacher who uploads small files over several connections, as fast as they are answered. */
function startUploads(teacher: Session): { stop(): Promise<number> } {
  let isWorking = true
  let uploaded = 0
  const work = Array.from({ length: lanes }, async (_, lane) => {
    for (let nth = lane; isWorking; nth += lanes) {
      const body = new FormData()
      body.append('file', new Blob([textOf(words, nth)]), `essay-${nth}.txt`)
      await call(teacher, '/documents/upload', { method: 'POST', body })
      uploaded += 1
    }
  })
  return {
    stop: async () => {
      isWorking = false
      await Promise.all(work)
      return uploaded
    },
  }
}

/** Milliseconds from the moment at which each page was due until its answer. */
async function readPages(administrator: Session, seconds: number): Promise<number[]> {
  const times: number[] = []
  const sent: Promise<void>[] = []
  const start = performance.now()
  for (let nth = 0; nth * readEveryMs < seconds * 1_000; nth += 1) {
    const due = start + nth * readEveryMs
    await wait(Math.max(0, due - performance.now()))
    const read = call(administrator, reads[nth % reads.length] ?? '')
    sent.push(
      read.then(() => {
        times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(sent)
  return times
}

/** Milliseconds until a backup has begun to copy, and until it was made and verified. */
async function makeBackup(administrator: Session): Promise<{ begun: number; done: number }> {
  const asked = performance.now()
  await call(administrator, '/admin/backups', { method: 'POST' })
  let begun: number | null = null
  for (;;) {
    const { run } = await call<BackupList>(administrator, '/admin/backups')
    const passed = performance.now() - asked
    if (run !== null && run.state !== 'waiting') begun ??= passed
    if (run?.state === 'failed') throw new Error(`The backup failed: ${run.status_reason}`)
    if (run?.state === 'done') return { begun: begun ?? passed, done: passed }
    if (passed > backupWithinMs) throw new Error('The backup did not end.')
    await wait(50)
  }
}

const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0

/** The admin area, and a backup, while one teacher uploads to the embedded database. */
export async function measureAdministration(seconds: number): Promise<ResultTable> {
  const issuer = await startTestIssuer()
  const parts = await openParts(null)
  try {
    const { origin, stop } = await parts.start('all', { OIDC_ISSUER: issuer.url, PLAN_LIMITS: 'off' })
    const sessionOf = async (subject: string) => ({
      origin,
      authorization: `Bearer ${await issuer.tokenFor(subject)}`,
    })
    // The first account becomes the administrator.
    const [administrator, teacher] = [await sessionOf('head'), await sessionOf('ana')]
    for (const session of [administrator, teacher]) await call(session, '/documents?limit=1')
    const row = (what: string, times: number[]) => [
      what,
      times.length,
      ...[0.5, 0.95, 1].map((share) => percentile(times, share)),
    ]
    const quiet = await readPages(administrator, seconds)
    const uploads = startUploads(teacher)
    const busy = await readPages(administrator, seconds)
    const backup = await makeBackup(administrator)
    const uploaded = await uploads.stop()
    await stop()
    return {
      title: 'The admin area while one teacher uploads',
      columns: ['Pages of administrators', 'Answered', 'p50 (ms)', 'p95 (ms)', 'Slowest (ms)'],
      rows: [row('nobody uploads', quiet), row(`one teacher uploads over ${lanes} connections`, busy)],
      note: `One process on the embedded database. Every ${readEveryMs} ms an administrator reads one of ${reads.length} pages, among them the backups and the storage; a time runs from the moment at which the call was due. The teacher uploads files of ${words} words as fast as they are answered, ${uploaded.toLocaleString('en-GB')} in all. A backup asked for meanwhile began after ${Math.round(backup.begun).toLocaleString('en-GB')} ms, and was made and verified after ${(backup.done / 1_000).toFixed(1)} s. Client, product and other programs shared the machine.`,
    }
  } finally {
    await parts.close()
    issuer.close()
  }
}
