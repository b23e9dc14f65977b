import { defaultLocale, nearestLocale } from '../../../../locale/locale.ts'
import { translatorOf } from '../../../../locale/texts.ts'
import type { Connection } from '../../../../services/database/database.ts'
import type { Identity } from '../../../../services/identity/identity.ts'
import type { Email } from '../../../../services/mail/mail.ts'
import type { Mailer } from '../../../../services/mail/mailer.ts'
import { listAdministrators } from '../../../accounts/index.ts'
import type { BackupsDependencies } from '../readiness.ts'
import { type Rehearsal, readRehearsal } from '../rehearsal-result.ts'
import { isRehearsalDue } from '../rules.ts'
import { selectUnfinishedRuns } from '../store.ts'
import { newestBackup } from './rehearse.ts'

interface WeeklyDependencies extends BackupsDependencies {
  identity: Pick<Identity, 'accounts'>
  mailer: Pick<Mailer, 'send'>
  /** Without a trailing slash. */
  publicUrl: string
}

function failedEmail(to: string, language: Email['language'], publicUrl: string): Email {
  const t = translatorOf('emails', language)
  return {
    kind: 'restore-rehearsal.failed',
    to,
    language,
    subject: t('restoreRehearsal.subject'),
    paragraphs: [t('restoreRehearsal.text'), t('restoreRehearsal.note')],
    action: { text: t('restoreRehearsal.action'), url: `${publicUrl}/admin/backups` },
    closing: t('restoreRehearsal.closing'),
  }
}

async function notifyAdministrators(
  connection: Connection,
  { identity, mailer, publicUrl }: WeeklyDependencies,
): Promise<void> {
  for (const { subject, email } of await listAdministrators(connection)) {
    const language = nearestLocale(
      (await identity.accounts?.languageOf(connection, subject)) ?? defaultLocale,
    )
    await mailer.send(connection, failedEmail(email, language, publicUrl))
  }
}

/**
 * Rehearses restoring the newest backup once a week, at night where possible and never beside a backup that
 * is being made. If it fails, all administrators are told by email.
 */
export async function rehearseWeekly(
  dependencies: WeeklyDependencies,
  now: Date,
  signal: AbortSignal,
): Promise<Rehearsal | null> {
  const { database, backups } = dependencies
  const backup = backups.rehearse && (await newestBackup(backups))
  if (backups.rehearse === null || backup === null) return null
  const last = await readRehearsal(backups.backupDir)
  if (!isRehearsalDue(last && new Date(last.rehearsed_at), backup.madeAt, now)) return null
  if ((await selectUnfinishedRuns(database)).length > 0) return null
  const rehearsal = await backups.rehearse(backup, signal)
  if (rehearsal !== null && rehearsal.failure !== null)
    await database.transaction((connection) => notifyAdministrators(connection, dependencies))
  return rehearsal
}
