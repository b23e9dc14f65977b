import { createHash } from 'node:crypto'
import type { BibliographicService, CataloguedWork, LookedUpReference } from '@penmark/contract'
import { type ListedWork, listedWorks, matchByDoi, matchByTitle } from '@penmark/extract'
import { dayMs } from '../../../lib/durations.ts'
import {
  type Bibliography,
  BibliographyAnswerError,
  BibliographyBusyError,
} from '../../../services/catalogues/bibliography.ts'
import type { BibliographicQuestion, BibliographicRecord } from '../../../services/catalogues/record-text.ts'
import type { Database } from '../../../services/database/database.ts'
import type { BackgroundJob, JobWorker } from '../../../services/queue/background-queues.ts'
import { sendJob, sendMissingJobs } from '../../../services/queue/send-job.ts'
import { readTexts } from '../rows/read-documents.ts'
import {
  deleteExpiredAnswers,
  type LookUpRow,
  markStarted,
  selectOptionalAnswer,
  selectUnfinishedIds,
  updateIfOwnRun,
  upsertAnswer,
} from './store.ts'

const queue = 'reference-look-ups'
/** After this many runs, entries that no service has answered stay unanswered. */
export const maximumRuns = 6
/** Known works rarely change but may be retracted; unknown ones may be published soon. */
const cacheMs = { known: 30 * dayMs, unknown: 2 * dayMs } as const

interface LookUpDependencies {
  database: Database
  bibliography: Bibliography
}

/** Asks one service; null if its answer is unusable. */
type Ask = (
  service: BibliographicService,
  question: BibliographicQuestion,
) => Promise<BibliographicRecord[] | null>

/** The document was deleted, or another worker took over. */
class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/**
 * Asks a service unless its answer is cached. Questions are hashed: a badly parsed entry might hold other
 * words of the student.
 */
function createCachedAsk({ database, bibliography }: LookUpDependencies, signal: AbortSignal): Ask {
  return async (service, question) => {
    const question_hash = createHash('sha256')
      .update(JSON.stringify([service, question]))
      .digest('hex')
    const known = await selectOptionalAnswer(database, question_hash, new Date())
    if (known !== null) return known
    try {
      const records = await bibliography.ask(service, question, signal)
      const expires_at = new Date(Date.now() + (records.length > 0 ? cacheMs.known : cacheMs.unknown))
      await upsertAnswer(database, { question_hash, records, expires_at })
      return records
    } catch (error) {
      if (error instanceof BibliographyAnswerError) return null
      throw error
    }
  }
}

/** In the last run, a busy service counts as one that does not answer. */
function withoutBusy(ask: Ask): Ask {
  return async (service, question) => {
    try {
      return await ask(service, question)
    } catch (error) {
      if (error instanceof BibliographyBusyError) return null
      throw error
    }
  }
}

async function lookUpAll(
  dependencies: LookUpDependencies,
  row: LookUpRow,
  signal: AbortSignal,
): Promise<void> {
  const { database, bibliography } = dependencies
  const text = (await readTexts(database, row.teacher_id, [row.document_id])).get(row.document_id)
  if (text === undefined) throw new StoppedError()
  const works = listedWorks(text)
  if (!(await updateIfOwnRun(database, row, { reference_count: works.length, done: 0 })))
    throw new StoppedError()
  const ask = createCachedAsk(dependencies, signal)
  const results: LookedUpReference[] = []
  for (const work of works) {
    signal.throwIfAborted()
    results.push(
      await lookUpWork(work, bibliography.services, row.runs >= maximumRuns ? withoutBusy(ask) : ask),
    )
    // This also notices that the document was deleted, before the next call is made.
    if (!(await updateIfOwnRun(database, row, { done: results.length }))) throw new StoppedError()
  }
  if (!(await updateIfOwnRun(database, row, { state: 'ready', results, completed_at: new Date() })))
    throw new StoppedError()
}

/** The next run continues where this one stopped, because the answers are cached. */
async function continueLater(database: Database, row: LookUpRow, retryAfterMs: number): Promise<void> {
  await database.transaction(async (connection) => {
    if (await updateIfOwnRun(connection, row, { state: 'waiting' }))
      await sendJob(connection, queue, row.id, { startAfter: Math.ceil(retryAfterMs / 1_000) })
  })
}

async function runLookUp(
  dependencies: LookUpDependencies,
  { id, isLastAttempt }: BackgroundJob,
  signal: AbortSignal,
): Promise<void> {
  const { database } = dependencies
  const row = await markStarted(database, id)
  if (row === null) return
  // Look-ups have been turned off, or this one has used up its runs, probably because it crashes the worker.
  if (dependencies.bibliography.services.length === 0 || row.runs > maximumRuns) {
    await updateIfOwnRun(database, row, { state: 'failed' })
    return
  }
  try {
    await lookUpAll(dependencies, row, signal)
  } catch (error) {
    if (error instanceof StoppedError) return
    if (error instanceof BibliographyBusyError) return continueLater(database, row, error.retryAfterMs)
    await updateIfOwnRun(database, row, { state: isLastAttempt && !signal.aborted ? 'failed' : 'waiting' })
    throw error
  }
}

/** One at a time: the services are shared by everybody. */
export function lookUpWorker(dependencies: LookUpDependencies): JobWorker {
  return { atOnce: 1, run: (job, signal) => runLookUp(dependencies, job, signal) }
}

/** Sends a job for each unfinished look-up that has none. */
export async function sendMissingLookUps(database: Database): Promise<void> {
  await sendMissingJobs(database, queue, await selectUnfinishedIds(database))
}

export function sweepAnswers(database: Database, now: Date): Promise<void> {
  return deleteExpiredAnswers(database, now)
}

const shownCharacters = 300
const shownAuthors = 4

/** DOIs registered with other agencies, which the catalogues may not know. */
const otherAgencies = /^10\.(?:48550|5281|6084|5061|7910|17605|17632|57967)\//

interface Found {
  service: BibliographicService
  record: BibliographicRecord
  differences: LookedUpReference['differences']
}

function workOf({ service, record }: Found): CataloguedWork {
  const { title, subtitle, authors, years, doi } = record
  const includesSubtitle = subtitle === null || title.includes(subtitle)
  return {
    service,
    title: includesSubtitle ? title : `${title}: ${subtitle}`,
    authors: authors.slice(0, shownAuthors),
    year: years[0] ?? null,
    doi,
  }
}

/** A DOI that a line break cut short still counts as the same. */
const isSameDoi = (a: string, b: string | null) => b === null || b.startsWith(a) || a.startsWith(b)

/** Looks one entry up. The catalogues are asked in turn, by DOI first, until one knows the work. */
async function lookUpWork(
  work: ListedWork,
  services: readonly BibliographicService[],
  ask: Ask,
): Promise<LookedUpReference> {
  const { doi, title, author, year } = work
  const entry =
    work.entry.length > shownCharacters
      ? `${work.entry.slice(0, shownCharacters).trimEnd().toWellFormed()}…`
      : work.entry
  const toResult = (
    outcome: LookedUpReference['outcome'],
    found: Found | null = null,
  ): LookedUpReference => ({
    entry,
    outcome,
    differences: found?.differences ?? [],
    found: found && workOf(found),
  })
  const foundResult = (found: Found) =>
    toResult(
      found.record.isRetracted ? 'retracted' : found.differences.length > 0 ? 'differs' : 'verified',
      found,
    )
  if (doi === null && title === null) return toResult('unreadable')

  let isUnanswered = false
  const askService = async (service: BibliographicService, question: BibliographicQuestion) => {
    const records = await ask(service, question)
    if (records === null) isUnanswered = true
    return records ?? []
  }
  let doiMismatch: Found | null = null
  for (const service of doi === null ? [] : services) {
    const [record] = await askService(service, { kind: 'doi', doi: doi ?? '' })
    if (record === undefined || record.title === '') continue
    const differences = matchByDoi(work, record)
    if (differences !== null) return foundResult({ service, record, differences })
    doiMismatch = { service, record, differences: ['doi'] }
    break
  }
  let best: Found | null = null
  for (const service of title === null ? [] : services) {
    for (const record of await askService(service, { kind: 'title', title: title ?? '', author, year })) {
      const differences = record.title === '' ? null : matchByTitle(work, record)
      if (differences !== null && (best === null || differences.length < best.differences.length))
        best = { service, record, differences }
    }
    if (best?.differences.length === 0) break
  }
  if (best !== null) {
    const hasOtherDoi =
      doi !== null && (doiMismatch !== null || (!isSameDoi(doi, best.record.doi) && !otherAgencies.test(doi)))
    return foundResult({
      ...best,
      differences: [...(hasOtherDoi && !isUnanswered ? (['doi'] as const) : []), ...best.differences],
    })
  }
  if (doiMismatch !== null) return toResult('differs', doiMismatch)
  return toResult(isUnanswered ? 'unanswered' : 'not_found')
}
