import {
  apiKeyLimits,
  caseLimits,
  demoLimits,
  exportTimes,
  type InstallationLimit,
  type LimitArea,
  type LimitCode,
  limitCodes,
  listLimits,
  type PlanId,
  planWordLimit,
  studentLinkDays,
  studentPageLimits,
  uploadLimits,
  webhookLimits,
} from '@penmark/contract'
import { rateLimits } from '../../../http/rate-limits.ts'
import { attemptLimits } from '../../../services/identity/embedded/attempts.ts'
import type { StorageQuota } from '../../accounts/index.ts'
import { archiveLimits, fileLimits, maximumUnprocessedBytes } from '../../documents/index.ts'

export interface LimitSettings {
  storageQuota: StorageQuota
  demoPerDay: number
  /** With an external provider, attempts to sign in are that provider's to limit. */
  hasEmbeddedSignIn: boolean
}

type Limit = Omit<InstallationLimit, 'code' | 'area'>
type Setting = 'PLAN_LIMITS' | `STORAGE_${PlanId}_MB` | 'STORAGE_TOTAL_MB' | 'DEMO_PER_DAY'

const limit = (unit: Limit['unit'], value: number | null, setting: Setting | null = null): Limit => ({
  value,
  unit,
  per_seconds: null,
  setting,
})
const rate = (
  { points, duration }: { points: number; duration: number },
  setting: Setting | null = null,
): Limit => ({
  value: points,
  unit: 'count',
  per_seconds: duration,
  setting,
})

/** Every limit with its present value, read from where it is enforced. */
function limitsByCode(
  { storageQuota: { perPlan, total }, demoPerDay }: LimitSettings,
  hasPlanLimits: boolean,
): Record<LimitCode, Limit> {
  const planOf = (plan: PlanId): PlanId => (hasPlanLimits ? plan : 'SCHOOLS')
  const words = (plan: PlanId) => limit('count', planWordLimit[planOf(plan)], 'PLAN_LIMITS')
  return {
    'words-free': words('FREE'),
    'words-pro': words('PRO'),
    'words-schools': words('SCHOOLS'),
    'storage-free': limit('bytes', perPlan[planOf('FREE')], `STORAGE_${planOf('FREE')}_MB`),
    'storage-pro': limit('bytes', perPlan[planOf('PRO')], `STORAGE_${planOf('PRO')}_MB`),
    'storage-schools': limit('bytes', perPlan.SCHOOLS, 'STORAGE_SCHOOLS_MB'),
    'storage-total': limit('bytes', total, 'STORAGE_TOTAL_MB'),
    'unprocessed-files': limit('bytes', maximumUnprocessedBytes),
    'file-size': limit('bytes', uploadLimits.fileBytes),
    'files-per-batch': limit('count', uploadLimits.filesPerBatch),
    'pasted-text': limit('count', uploadLimits.textCharacters),
    'document-words': limit('count', uploadLimits.words),
    'archive-entries': limit('count', archiveLimits.entries),
    'archive-unpacked': limit('bytes', archiveLimits.unpackedBytes),
    'file-pages': limit('count', fileLimits.pages),
    'file-text': limit('count', fileLimits.characters),
    'word-unpacked': limit('bytes', fileLimits.unpackedBytes),
    'scanned-pages': limit('count', fileLimits.scannedPages),
    'students-at-once': limit('count', uploadLimits.studentsAtOnce),
    'export-days': limit('days', exportTimes.keepDays),
    'export-link': limit('minutes', exportTimes.linkMinutes),
    'case-documents': limit('count', caseLimits.documents),
    'case-text': limit('count', caseLimits.textCharacters),
    'student-files': limit('count', studentPageLimits.files),
    'student-text': limit('count', studentPageLimits.textCharacters),
    'student-link-days': limit('days', Math.max(...studentLinkDays)),
    'student-page-visits': rate(rateLimits.studentPage),
    'demo-detections': rate({ ...rateLimits.demo, points: demoPerDay }, 'DEMO_PER_DAY'),
    'demo-text': limit('count', demoLimits.mostCharacters),
    'demo-file-size': limit('bytes', demoLimits.fileBytes),
    'support-by-network': rate(rateLimits.support),
    'support-by-email': rate(rateLimits.supportEmail),
    'human-checks': rate(rateLimits.sum),
    'sign-in-by-network': rate(attemptLimits.signInByAddress),
    'sign-in-by-network-and-email': rate(attemptLimits.signInByAddressAndEmail),
    'sign-in-by-email': rate(attemptLimits.signInByEmail),
    'sign-in-by-device': rate(attemptLimits.signInByKnownDevice),
    'registrations-by-network': rate(attemptLimits.registerByAddress),
    'registrations-by-email': rate(attemptLimits.registerByEmail),
    'resets-by-network': rate(attemptLimits.askResetByAddress),
    'resets-by-network-and-email': rate(attemptLimits.askResetByAddressAndEmail),
    'reset-emails': rate(attemptLimits.mailResetByEmail),
    'password-changes': rate(attemptLimits.changePassword),
    'codes-by-account': rate(attemptLimits.twoFactorByAccount),
    'codes-by-account-and-day': rate(attemptLimits.twoFactorByAccountInADay),
    'api-keys': limit('count', apiKeyLimits.keys),
    'api-calls': rate(rateLimits.apiKey),
    'list-rows': limit('count', listLimits.largest),
    webhooks: limit('count', webhookLimits.endpoints),
    'webhook-tests': rate({ points: webhookLimits.tests, duration: webhookLimits.testMinutes * 60 }),
  }
}

/** The limits in force, in the order of the screen. */
export function readLimits(settings: LimitSettings, hasPlanLimits: boolean): InstallationLimit[] {
  const limits = limitsByCode(settings, hasPlanLimits)
  const areas = (Object.keys(limitCodes) as LimitArea[]).filter(
    (area) => area !== 'sign-in' || settings.hasEmbeddedSignIn,
  )
  return areas.flatMap((area) => limitCodes[area].map((code) => ({ code, area, ...limits[code] })))
}
