import {
  isId,
  type Retention,
  type RetentionInput,
  type RetentionPreview,
  retentionNotice,
  routes,
} from '@penmark/contract'
import { writeDate } from '@penmark/wording'
import type { Logger } from 'pino'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { dayMs } from '../../../lib/durations.ts'
import { nearestLocale } from '../../../locale/locale.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Email } from '../../../services/mail/mail.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { readEmail } from '../../accounts/index.ts'
import { eraseTexts } from '../../authorship/index.ts'
import { listOwnClassIds } from '../../classes/index.ts'
import { eraseDocument } from '../../documents/index.ts'
import {
  announceErasures,
  lockUnmailed,
  type Rule,
  replaceRules,
  selectDue,
  selectDueWriting,
  selectLanguage,
  selectPreview,
  selectRules,
  selectTeachersToMail,
  selectUpcoming,
  updateMailed,
  updateNotified,
} from './store.ts'

export function bindRetention({ bind }: Binder, database: Database): void {
  bind(routes.readRetention, (_input, caller) => readRetention(database, caller))
  bind(routes.saveRetention, (input, caller) => saveRetention(database, input, caller))
  bind(routes.previewRetention, (input, caller) => previewRetention(database, input, caller))
}

/** The rules of a setting. 404 if it names a class that is not the caller's. */
async function rulesOf(
  connection: Connection,
  { days, classes }: RetentionInput,
  { teacher_id }: Owner,
): Promise<Rule[]> {
  const ids = [...new Set(classes.map(({ class_group_id }) => class_group_id))]
  const known = await listOwnClassIds(connection, teacher_id, ids.filter(isId))
  if (known.length < ids.length) throw problem('not_found', 'class_unknown_unchanged')
  // If a class is named twice, the last entry counts.
  const byClass = new Map(classes.map((rule) => [rule.class_group_id, rule.days]))
  const classRules = [...byClass].map(([class_group_id, classDays]) => ({ class_group_id, days: classDays }))
  // Without a general rule nothing is erased by itself, so a class rule that keeps its documents is
  // redundant.
  const needed = days === null ? classRules.filter((rule) => rule.days !== null) : classRules
  return days === null ? needed : [{ class_group_id: null, days }, ...needed]
}

async function view(connection: Connection, teacher_id: string): Promise<Retention> {
  const rules = await selectRules(connection, teacher_id)
  const upcoming = await selectUpcoming(connection, teacher_id)
  return {
    days: rules.find(({ class_group_id }) => class_group_id === null)?.days ?? null,
    classes: rules.flatMap(({ class_group_id, days }) =>
      class_group_id === null ? [] : { class_group_id, days },
    ),
    upcoming: upcoming && {
      documents: upcoming.documents,
      first_at: upcoming.first_at.toISOString(),
      last_at: upcoming.last_at.toISOString(),
    },
  }
}

function readRetention(database: Database, { teacher_id }: Owner): Promise<Retention> {
  return view(database, teacher_id)
}

/** Saves the setting and announces at once what it will erase soon. */
function saveRetention(database: Database, input: RetentionInput, owner: Owner): Promise<Retention> {
  return database.transaction(async (connection) => {
    const now = new Date()
    await replaceRules(
      connection,
      owner.teacher_id,
      await rulesOf(connection, input, owner),
      input.language ?? 'en-GB',
      now,
    )
    await announceErasures(connection, owner.teacher_id, now)
    return view(connection, owner.teacher_id)
  })
}

async function previewRetention(
  database: Database,
  input: RetentionInput,
  owner: Owner,
): Promise<RetentionPreview> {
  const now = new Date()
  const { overdue, oldest } = await selectPreview(
    database,
    owner.teacher_id,
    await rulesOf(database, input, owner),
    now,
  )
  if (oldest === null) return { overdue, first_at: null }
  const earliest = now.getTime() + retentionNotice.leastDays * dayMs
  return { overdue, first_at: new Date(Math.max(oldest.getTime(), earliest)).toISOString() }
}

interface RetentionDependencies {
  database: Database
  storage: Storage
  mailer: Pick<Mailer, 'send'>
  logger: Logger
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

const retentionWork = { documentsAtOnce: 100, textsAtOnce: 100, mailsApartMs: 7 * dayMs } as const

/** Erases what was announced long enough ago, without the bin. */
async function eraseDue(dependencies: RetentionDependencies, now: Date): Promise<number> {
  let erased = 0
  for (;;) {
    const due = await selectDue(dependencies.database, now, retentionWork.documentsAtOnce)
    for (const { document_id, teacher_id } of due)
      await eraseDocument(dependencies, document_id, { teacher_id })
    erased += due.length
    if (due.length < retentionWork.documentsAtOnce) return erased
  }
}

/**
 * Erases texts and records of writing tasks. What was handed in goes with its document, and its record after
 * it.
 */
async function eraseDueWriting({ database }: RetentionDependencies, now: Date): Promise<number> {
  let erased = 0
  for (;;) {
    const due = await selectDueWriting(database, now, retentionWork.textsAtOnce)
    await eraseTexts(database, due)
    erased += due.length
    if (due.length < retentionWork.textsAtOnce) return erased
  }
}

/**
 * Emails each teacher, at most once a week, what will be erased until the next email. A teacher without an
 * address gets none, and nothing of theirs is erased. Concurrent runs wait for each other's lock, and the
 * second finds nothing left to send.
 */
async function mailAnnouncements(
  { database, mailer, publicUrl }: RetentionDependencies,
  now: Date,
): Promise<void> {
  for (const teacher_id of await selectTeachersToMail(
    database,
    new Date(now.getTime() - retentionWork.mailsApartMs),
  )) {
    await database.transaction(async (connection) => {
      if ((await lockUnmailed(connection, teacher_id)) === 0) return
      const upcoming = await selectUpcoming(connection, teacher_id)
      const email = await readEmail(connection, teacher_id)
      if (!upcoming || email === null) return
      const reader = { email, language: await selectLanguage(connection, teacher_id) }
      await updateMailed(
        connection,
        teacher_id,
        await mailer.send(connection, announcementEmail(upcoming, reader, publicUrl)),
        now,
      )
    })
  }
}

/**
 * The daily run. Erasing comes last, after announcements that no longer apply are withdrawn and emails are
 * checked.
 */
export async function applyRetention(dependencies: RetentionDependencies, now: Date): Promise<void> {
  await updateNotified(dependencies.database, now)
  await announceErasures(dependencies.database, null, now)
  await mailAnnouncements(dependencies, now)
  const documents = await eraseDue(dependencies, now)
  const texts = await eraseDueWriting(dependencies, now)
  if (documents > 0 || texts > 0)
    dependencies.logger.info({ documents, texts }, 'Erased documents and texts whose time had come')
}

interface Upcoming {
  documents: number
  first_at: Date
  last_at: Date
}

/** Says what will be erased and when. It names no document, because file names may be names of students. */
export function announcementEmail(
  { documents, first_at, last_at }: Upcoming,
  reader: { email: string; language: string },
  publicUrl: string,
): Email {
  const language = nearestLocale(reader.language)
  const t = translatorOf('emails', language)
  const asDate = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const from = writeDate(asDate, first_at)
  const to = writeDate(asDate, last_at)
  const values = { count: documents, from, to }
  return {
    kind: 'retention.announced',
    to: reader.email,
    language,
    subject: t('retention.subject', values),
    paragraphs: [
      from === to ? t('retention.text.day', values) : t('retention.text.days', values),
      t('retention.reason'),
      t('retention.note'),
    ],
    action: { text: t('retention.action'), url: `${publicUrl}/profile#privacy` },
    closing: t('retention.closing'),
  }
}
