import { readFile, stat } from 'node:fs/promises'
import { type InstallationWarning, teacherImportLimits } from '@penmark/contract'
import { nearestLocale } from '../../../locale/locale.ts'
import { translatorOf } from '../../../locale/texts.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Email } from '../../../services/mail/mail.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import { listAdministrators, lockAccounts } from '../../accounts/index.ts'
import { lastScheduledTime } from '../backups/rules.ts'
import { applyPlan } from './apply-plan.ts'
import { refusedPlan } from './plan.ts'
import { selectLastNightly, selectNightlySince } from './store.ts'
import { type ImportDependencies, languageOf, nightlyHour, planFile } from './teacher-imports.ts'

export interface NightlyDependencies extends ImportDependencies {
  mailer: Pick<Mailer, 'send'>
  /** Without a trailing slash. */
  publicUrl: string
}

/**
 * Null if the file cannot be read. One that is too large is not read: empty bytes of a refused size stand for
 * it.
 */
async function readBytes(path: string): Promise<Uint8Array | null> {
  try {
    const { size } = await stat(path)
    return size > teacherImportLimits.bytes
      ? new Uint8Array(teacherImportLimits.bytes + 1)
      : await readFile(path)
  } catch {
    return null
  }
}

function refusedEmail(to: string, language: Email['language'], publicUrl: string): Email {
  const t = translatorOf('emails', language)
  return {
    kind: 'teacher-import.refused',
    to,
    language,
    subject: t('teacherImport.subject'),
    paragraphs: [t('teacherImport.text'), t('teacherImport.note')],
    action: { text: t('teacherImport.action'), url: `${publicUrl}/admin/teacher-imports` },
    closing: t('teacherImport.closing'),
  }
}

async function notifyAdministrators(
  connection: Connection,
  { identity, mailer, publicUrl }: NightlyDependencies,
): Promise<void> {
  for (const { subject, email } of await listAdministrators(connection)) {
    const language = nearestLocale(await languageOf(connection, identity, subject))
    await mailer.send(connection, refusedEmail(email, language, publicUrl))
  }
}

/**
 * Reads the school's file once a night; after a night without a worker, as soon as one runs. A file that is
 * refused changes nothing, and the administrators are notified in the same transaction.
 */
export async function importNightly(dependencies: NightlyDependencies, now: Date): Promise<void> {
  const { database, identity, teachersCsv } = dependencies
  const dueAt = lastScheduledTime({ frequency: 'daily', hour: nightlyHour }, now)
  if (teachersCsv === null || dueAt === null || (await selectNightlySince(database, dueAt))) return
  const bytes = await readBytes(teachersCsv.path)
  await database.transaction(async (connection) => {
    await lockAccounts(connection)
    // Another worker may have been faster.
    if (await selectNightlySince(connection, dueAt)) return
    const options = { missing: teachersCsv.missing, allowMany: false }
    const plan =
      bytes === null ? refusedPlan('unreadable') : await planFile(connection, dependencies, bytes, options)
    const [administrator] = await listAdministrators(connection)
    const language = await languageOf(connection, identity, administrator?.subject ?? '')
    await applyPlan(connection, { identity }, plan, { administrator: null, language, now })
    if (plan.fault !== null) await notifyAdministrators(connection, dependencies)
  })
}

/** For the administrators' front page. */
export async function importWarnings(
  database: Database,
  { teachersCsv }: Pick<ImportDependencies, 'teachersCsv'>,
): Promise<InstallationWarning[]> {
  const last = teachersCsv && (await selectLastNightly(database))
  if (!last?.fault) return []
  return [
    {
      code: 'teacher-import-failed',
      detail: 'The list of teachers of last night was not imported. Nothing was changed.',
    },
  ]
}
