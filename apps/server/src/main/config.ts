import path from 'node:path'
import { type BibliographicService, brand, oidc } from '@penmark/contract'
import type { RoleRules, StorageQuota } from '../features/accounts/index.ts'
import type { NightlyList } from '../features/operations/index.ts'
import type { ProxyTrust } from '../lib/client-address.ts'
import { modelFile } from '../lib/release.ts'
import type { TraceSettings } from '../services/observe/open-telemetry.ts'
import type { FileSettings } from '../services/storage/open-storage.ts'
import { parseAll } from './settings/definitions.ts'
import {
  type BrokerSettings,
  checkDomain,
  checkRoles,
  checkTeachersCsv,
  checkTwoFactor,
  isThisMachine,
  type PaymentSettings,
  type ProbeSettings,
  type PublicSiteSettings,
  readBrokers,
  readFiles,
  readLeastFreeDisk,
  readPayment,
  readProbeSettings,
  readPublicSite,
  readStorageQuota,
  readTraces,
} from './settings/groups.ts'

export { SettingsError, settingDescriptions } from './settings/definitions.ts'

/** The validated settings. Paths are absolute; addresses have no trailing slash. */
export interface Config {
  port: number
  host: string
  dataDir: string
  publicUrl: string
  /** Whether addresses entered by users may lie in a private network. */
  allowPrivateTargets: boolean
  /** Null without a proxy in front. */
  trustProxy: ProxyTrust | null
  databaseUrl: string | null
  /** Whether a start that migrates the database makes a backup first. */
  backupBeforeUpdate: boolean
  /** Where the admin pages and the command keep backups. */
  backupDir: string
  /** Whether restoring the newest backup is rehearsed every week. */
  rehearsesRestore: boolean
  files: FileSettings
  storageQuota: StorageQuota
  /** Below this much room on the disk of the data nothing new is stored; 0 never refuses. */
  leastFreeDiskBytes: number
  /** Whether plans differ. If false, every account has what the Schools plan includes. */
  planLimits: boolean
  detectorModel: string
  workerJobs: number
  /** Lower case. */
  adminEmails: string[]
  /** Whether others can reach this installation, so that its administrator must know the setup code. */
  needsSetupCode: boolean
  /** Who must use two-factor authentication; null makes it optional for everybody. */
  twoFactorOf: 'administrators' | null
  /** `smtpUrl` is null for the outbox. */
  mail: { smtpUrl: string | null; from: string }
  /** External providers offered on the sign-in page of the embedded identity. */
  brokers: BrokerSettings[]
  /** The link behind the sidebar image; null hides the image, where there is no other plan. */
  upgradeUrl: string | null
  oidc: {
    issuer: string | null
    clientId: string
    audience: string
    scope: string
    roleClaim: string
    trustsEmail: boolean
  }
  /** What browsers send to the provider when somebody signs in or out. */
  signIn: { organisation: string | null; allSessions: boolean }
  /** What the roles in a token decide. */
  roleRules: RoleRules
  /** The list of teachers that is read every night; null for none. */
  teachersCsv: NightlyList | null
  payment: PaymentSettings
  publicSite: PublicSiteSettings
  /** The catalogues in which references may be looked up; none turns it off. */
  referenceCheck: { services: BibliographicService[]; standInUrl: string | null; openalexKey: string | null }
  /** Whether new teachers get samples. */
  givesSamples: boolean
  probes: ProbeSettings | null
  /**
   * How long a stopping process still accepts requests while reporting itself as not ready, and then how long
   * it may finish running work.
   */
  stopping: { leaveSeconds: number; finishSeconds: number }
  traces: TraceSettings | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

/** Reads the settings from the environment. Throws `SettingsError` listing every invalid one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = parseAll(environment)
  checkDomain(values)
  checkRoles(values)
  checkTeachersCsv(values)
  checkTwoFactor(values)
  const port = values.PORT ?? 3000
  const host = values.HOST ?? 'localhost'
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${port}`
  const dataDir = path.resolve(values.DATA_DIR ?? './data')
  const payment = readPayment(values, publicUrl)
  const sellsPlans = payment.stripe !== null || payment.fakeStripe
  return {
    port,
    host,
    dataDir,
    publicUrl,
    allowPrivateTargets: values.ALLOW_PRIVATE_TARGETS ?? false,
    trustProxy: values.TRUST_PROXY,
    databaseUrl: values.DATABASE_URL,
    backupBeforeUpdate: values.BACKUP_BEFORE_UPDATE !== 'off',
    rehearsesRestore: values.REHEARSE_RESTORE !== 'off',
    backupDir: path.resolve(values.BACKUP_DIR ?? path.join(dataDir, 'backups')),
    files: readFiles(values),
    storageQuota: readStorageQuota(values),
    leastFreeDiskBytes: readLeastFreeDisk(values),
    planLimits: values.PLAN_LIMITS !== 'off',
    detectorModel: modelFile(values.DETECTOR_MODEL ?? (values.STRIPE_SECRET_KEY ? 'open' : 'standard')),
    workerJobs: values.WORKER_JOBS ?? 2,
    adminEmails: values.ADMIN_EMAILS ?? [],
    needsSetupCode:
      !isThisMachine(host) || !isThisMachine(new URL(publicUrl).hostname) || values.TRUST_PROXY !== null,
    twoFactorOf: values.SECOND_STEP === 'administrators' ? 'administrators' : null,
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM ?? `${brand.name} <no-reply@${new URL(publicUrl).hostname}>`,
    },
    brokers: readBrokers(values),
    upgradeUrl: values.UPGRADE_URL ?? (sellsPlans ? `${publicUrl}/pricing` : null),
    oidc: {
      issuer: values.OIDC_ISSUER,
      clientId: values.OIDC_CLIENT_ID ?? oidc.clientId,
      audience: values.OIDC_AUDIENCE ?? oidc.audience,
      scope: values.OIDC_SCOPE ?? oidc.scope,
      roleClaim: values.OIDC_ROLE_CLAIM ?? 'roles',
      trustsEmail: values.OIDC_TRUST_EMAIL ?? false,
    },
    signIn: { organisation: values.OIDC_ORGANISATION, allSessions: values.OIDC_ALL_SESSIONS ?? false },
    roleRules: { administrators: values.OIDC_ADMIN_VALUES, teachers: values.OIDC_TEACHER_VALUES },
    teachersCsv:
      values.TEACHERS_CSV === null
        ? null
        : { path: path.resolve(values.TEACHERS_CSV), missing: values.TEACHERS_CSV_MISSING ?? 'keep' },
    payment,
    publicSite: readPublicSite(values),
    referenceCheck: {
      services: values.REFERENCE_CHECK ?? [],
      standInUrl: values.REFERENCE_CHECK_URL,
      openalexKey: values.OPENALEX_API_KEY,
    },
    givesSamples: values.SAMPLE_DOCUMENTS !== 'off',
    probes: readProbeSettings(values),
    stopping: { leaveSeconds: values.LEAVE_SECONDS ?? 0, finishSeconds: values.FINISH_SECONDS ?? 20 },
    traces: readTraces(values),
    logLevel: values.LOG_LEVEL ?? 'info',
  }
}
