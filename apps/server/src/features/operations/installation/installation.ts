import { type Installation, routes, type SetupChecks, type TestEmail } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Caller } from '../../../http/caller.ts'
import { type Locale, nearestLocale } from '../../../locale/locale.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { translatorOf } from '../../../locale/texts.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Email } from '../../../services/mail/mail.ts'
import type { Mailer, MailRecord } from '../../../services/mail/mailer.ts'
import { hasPlanLimits } from '../../accounts/index.ts'
import {
  claimSetup,
  type NeedsTwoFactor,
  readSetup,
  readSetupAccess,
  type SetupDependencies,
} from './setup.ts'
import { selectSetup, updateFinished } from './store.ts'

interface InstallationDependencies extends SetupDependencies, WelcomeDependencies {
  /** What is constant while the product runs. */
  installation: Omit<Installation, 'is_set_up'>
  /** Warnings that come and go while it runs. */
  readWarnings(): Promise<Installation['warnings']>
  needsTwoFactor: NeedsTwoFactor
}

/** What the operator's pages show about the installation, and the welcome page of a new one. */
export function bindInstallation({ bind, bindPublic }: Binder, dependencies: InstallationDependencies): void {
  const { database, installation, readWarnings, needsTwoFactor } = dependencies
  bind(routes.readInstallation, async () => ({
    ...installation,
    warnings: [...installation.warnings, ...(await readWarnings())],
    is_set_up: await isSetUp(database),
  }))
  bindPublic(routes.readSetup, () => readSetup(dependencies))
  bind(routes.readSetupStanding, (_input, caller) => readSetupAccess(dependencies, caller, needsTwoFactor))
  bind(routes.claimSetup, ({ code }, caller) => claimSetup(dependencies, code, caller, needsTwoFactor))
  bind(routes.readSetupChecks, (_input, caller) => readChecks(dependencies, caller))
  bind(routes.sendTestEmail, ({ language = '' }, caller) => sendTestEmail(dependencies, language, caller))
  bind(routes.readTestEmail, ({ id }) => readTestEmail(dependencies, id))
  bind(routes.finishSetup, (_input, caller) => finishSetup(dependencies, caller))
}

interface WelcomeDependencies {
  database: Database
  mailer: Mailer
  publicUrl: string
  sender: string
  encryptsFiles: boolean
  sellsPlans: boolean
  readDisk(): Promise<SetupChecks['disk']>
  hasSamples(teacher_id: string): Promise<boolean>
}

async function readChecks(
  dependencies: WelcomeDependencies,
  { teacher_id, person }: Caller,
): Promise<SetupChecks> {
  const { database, mailer, publicUrl, sender, encryptsFiles, sellsPlans } = dependencies
  const { finished_at } = await selectSetup(database)
  return {
    finished_at: finished_at?.toISOString() ?? null,
    public_url: publicUrl,
    email: { sent_by: mailer.kind, sender, recipient: person.email },
    disk: await dependencies.readDisk(),
    encrypts_files: encryptsFiles,
    plans: !(await hasPlanLimits(database)) ? 'off' : sellsPlans ? 'sold' : 'free',
    has_samples: await dependencies.hasSamples(teacher_id),
    // Read last, because the browser compares it with its own clock halfway through the call.
    server_time: new Date().toISOString(),
  }
}

/** Whether an administrator has finished the welcome page. */
async function isSetUp(connection: Connection): Promise<boolean> {
  return (await selectSetup(connection)).finished_at !== null
}

async function finishSetup(dependencies: WelcomeDependencies, caller: Caller): Promise<SetupChecks> {
  await dependencies.database.transaction(async (connection) => {
    if (!(await updateFinished(connection, new Date()))) return
    await recordAction(connection, caller, { action: 'setup.finish', target_id: 'setup' })
  })
  return readChecks(dependencies, caller)
}

const kind = 'setup.test'

function testEmail(to: string, language: Locale, publicUrl: string): Email {
  const t = translatorOf('emails', language)
  const host = new URL(publicUrl).host
  return {
    kind,
    to,
    language,
    subject: t('setupTest.subject'),
    paragraphs: [t('setupTest.text', { host }), t('setupTest.note')],
    closing: t('setupTest.closing'),
  }
}

function toTestEmail({
  id,
  sent_at,
  failed_at,
  tries,
  fault,
}: Pick<MailRecord, 'id' | 'sent_at' | 'failed_at' | 'tries' | 'fault'>): TestEmail {
  const failed = failed_at === null ? 'waiting' : 'failed'
  return { id, state: sent_at === null ? failed : 'sent', tries, fault }
}

/**
 * Sends an email to the administrator's own address. A mail server's first refusal shows in `readTestEmail`
 * at once; retries follow.
 */
async function sendTestEmail(
  { database, mailer, publicUrl }: WelcomeDependencies,
  language: string,
  caller: Caller,
): Promise<TestEmail> {
  const { email } = caller.person
  if (email === null) throw problem('invalid_input', 'own_email_missing')
  const id = await database.transaction(async (connection) => {
    const id = await mailer.send(connection, testEmail(email, nearestLocale(language), publicUrl))
    await recordAction(connection, caller, { action: 'setup.test-email', target_id: id })
    return id
  })
  return { id, state: 'waiting', tries: 0, fault: null }
}

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

async function readTestEmail({ mailer }: WelcomeDependencies, id: string): Promise<TestEmail> {
  const row = isId.test(id) ? await mailer.readOptional(id) : null
  // Only test emails may be read here; any other is private to its recipient.
  if (row?.kind !== kind) throw problem('not_found', 'test_email_unknown')
  return toTestEmail(row)
}
