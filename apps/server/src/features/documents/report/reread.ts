import type { ReportCheck, WithdrawnFindings } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Emit } from '../../../services/events/events.ts'
import type { Email } from '../../../services/mail/mail.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import { readEmail } from '../../accounts/index.ts'
import type { Scorer } from '../pipeline/scoring/scorer.ts'
import { selectOptionalText } from '../rows/store.ts'
import { refreshStandings } from '../standing/refresh.ts'
import {
  selectRereading,
  selectScoredAfter,
  selectTeachersWithWithdrawn,
  selectWithdrawn,
  updateWithdrawn,
  updateWithdrawnSeen,
  upsertRereading,
} from './reread-store.ts'
import { isScoredBy, toCheck } from './rules.ts'
import { insertReports, selectReports } from './store.ts'

interface RereadDependencies {
  database: Database
  emit: Emit
  scorer: Pick<Scorer, 'detector' | 'report'>
  mailer: Pick<Mailer, 'send'>
  publicUrl: string
}

/** One run takes so few that uploads hardly wait for it. */
const documentsAtOnce = 20
const documentsShown = 5
/** Accounts have no language. */
const language = 'en-GB'

/** Adds a second result where the text is imaginative writing, which had a score; the first stays as it was. */
async function rereadDocument(
  { database, emit, scorer }: RereadDependencies,
  { id, teacher_id }: { id: string; teacher_id: string },
  signal: AbortSignal,
): Promise<void> {
  const results = await selectReports(database, id)
  const text = await selectOptionalText(database, id)
  const [first] = results
  const isKept = first && text !== null && sha256(text) === first.text_hash
  if (!isKept || isScoredBy(results, scorer.detector.modelHash)) return
  const read = { text, pageCount: null, fileType: null, facts: [] }
  const found = await scorer
    .report(id, read, first.words ?? 0, { signal, owner: teacher_id })
    .catch((error: unknown) => {
      // A text that cannot be read again must not keep all later ones waiting.
      if (signal.aborted) throw error
      return null
    })
  if (found?.finding !== 'creative-writing') return
  await database.transaction(async (connection) => {
    await insertReports(connection, [{ ...found, words: first.words, facts: first.facts }], new Date())
    const isWithdrawn = await updateWithdrawn(connection, id)
    await refreshStandings(connection, [id])
    if (isWithdrawn) await emit(connection, 'findingWithdrawn', { document_id: id })
  })
}

function withdrawnEmail(total: number, version: string, to: string, publicUrl: string): Email {
  const t = translatorOf('emails', language)
  return {
    kind: 'findings.withdrawn',
    to,
    language,
    subject: t('findingsWithdrawn.subject'),
    paragraphs: [t('findingsWithdrawn.text', { version, count: total }), t('findingsWithdrawn.note')],
    action: { text: t('findingsWithdrawn.action'), url: `${publicUrl}/dashboard` },
    closing: t('findingsWithdrawn.closing'),
  }
}

/** Once per model: the same transaction records that all texts were read. */
async function finish({ database, scorer, mailer, publicUrl }: RereadDependencies): Promise<void> {
  const { modelHash, version } = scorer.detector
  await database.transaction(async (connection) => {
    await upsertRereading(connection, { model_hash: modelHash, after_id: null, finished_at: new Date() })
    for (const { teacher_id, total } of await selectTeachersWithWithdrawn(connection)) {
      const email = await readEmail(connection, teacher_id)
      if (email !== null) await mailer.send(connection, withdrawnEmail(total, version, email, publicUrl))
    }
  })
}

/**
 * Reads the next few texts that earlier models scored, since this one may no longer judge them. It goes on
 * where the last run stopped, and ends once every document has been read.
 */
export async function rereadResults(dependencies: RereadDependencies, signal: AbortSignal): Promise<void> {
  const { database, scorer } = dependencies
  const { modelHash: model_hash } = scorer.detector
  const { after_id, finished_at } = await selectRereading(database, model_hash)
  if (finished_at !== null) return
  const next = await selectScoredAfter(database, after_id, documentsAtOnce)
  if (next.length === 0) return finish(dependencies)
  for (const document of next) {
    signal.throwIfAborted()
    await rereadDocument(dependencies, document, signal)
    await upsertRereading(database, { model_hash, after_id: document.id, finished_at: null })
  }
}

/** The caller's findings that do not stand by today's measure, until the notice is put away. */
export function readWithdrawn(connection: Connection, { teacher_id }: Owner): Promise<WithdrawnFindings> {
  return selectWithdrawn(connection, teacher_id, documentsShown)
}

export async function putAwayWithdrawn(connection: Connection, owner: Owner): Promise<WithdrawnFindings> {
  await updateWithdrawnSeen(connection, owner.teacher_id)
  return readWithdrawn(connection, owner)
}

/** The result by which a later model no longer judges a document that had a score; null if there is none. */
export async function readWithdrawal(connection: Connection, id: string): Promise<ReportCheck | null> {
  const [first, ...later] = await selectReports(connection, id)
  const withdrawal = later.findLast(({ finding }) => finding === 'creative-writing')
  return first && first.score !== null && withdrawal ? toCheck(withdrawal) : null
}

/** Those of these documents that had a score, and that a later model recognised as imaginative writing. */
export async function listNoLongerJudged(
  connection: Connection,
  document_ids: readonly string[],
): Promise<Set<string>> {
  const judged = await Promise.all(
    document_ids.map(async (id) => ((await readWithdrawal(connection, id)) === null ? [] : [id])),
  )
  return new Set(judged.flat())
}
