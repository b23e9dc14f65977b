import * as z from 'zod/mini'
import { bibliographicServices } from '../documents/reference-look-up.ts'

/** A warning for the operator. `code` selects the screen's text; `detail` is the English sentence. */
export const InstallationWarning = z.object({
  code: z.enum([
    'model-not-for-paid-use',
    'test-payments-in-the-open',
    'scheduled-backup-failed',
    'restore-rehearsal-failed',
    'teacher-import-failed',
    'sweep-held',
  ]),
  detail: z.string(),
})
export type InstallationWarning = z.infer<typeof InstallationWarning>

/** What the admin pages show about the installation. */
export const Installation = z.object({
  version: z.string(),
  detector: z.object({ name: z.string(), version: z.string() }),
  warnings: z.array(InstallationWarning),
  /** False until an administrator has finished the welcome page. */
  is_set_up: z.boolean(),
  /**
   * The catalogues in which teachers may look references up, in the order in which they are asked; none turns
   * it off.
   */
  reference_services: z.array(z.enum(bibliographicServices)),
})
export type Installation = z.infer<typeof Installation>

/** Every limit that administrators see, by area, in the order of the screen. */
export const limitCodes = {
  allowance: ['words-free', 'words-pro', 'words-schools'],
  storage: ['storage-free', 'storage-pro', 'storage-schools', 'storage-total', 'unprocessed-files'],
  uploads: [
    'file-size',
    'files-per-batch',
    'pasted-text',
    'document-words',
    'archive-entries',
    'archive-unpacked',
    'file-pages',
    'file-text',
    'word-unpacked',
    'scanned-pages',
    'students-at-once',
  ],
  exports: ['export-days', 'export-link'],
  cases: [
    'case-documents',
    'case-text',
    'student-files',
    'student-text',
    'student-link-days',
    'student-page-visits',
  ],
  public: [
    'demo-detections',
    'demo-text',
    'demo-file-size',
    'support-by-network',
    'support-by-email',
    'human-checks',
  ],
  'sign-in': [
    'sign-in-by-network',
    'sign-in-by-network-and-email',
    'sign-in-by-email',
    'sign-in-by-device',
    'registrations-by-network',
    'registrations-by-email',
    'resets-by-network',
    'resets-by-network-and-email',
    'reset-emails',
    'password-changes',
    'codes-by-account',
    'codes-by-account-and-day',
  ],
  integrations: ['api-keys', 'api-calls', 'list-rows', 'webhooks', 'webhook-tests'],
} as const satisfies Record<string, readonly string[]>

export type LimitArea = keyof typeof limitCodes
export type LimitCode = (typeof limitCodes)[LimitArea][number]

const allCodes: LimitCode[] = Object.values(limitCodes).flat()

/** A limit in force. */
export const InstallationLimit = z.object({
  code: z.enum(allCodes),
  area: z.enum([
    'allowance',
    'storage',
    'uploads',
    'exports',
    'cases',
    'public',
    'sign-in',
    'integrations',
  ] satisfies LimitArea[]),
  /** Null is unlimited. */
  value: z.nullable(z.number()),
  unit: z.enum(['count', 'bytes', 'days', 'minutes']),
  /** Seconds in which the value may be reached; null for a limit without a period. */
  per_seconds: z.nullable(z.int()),
  /** Setting of the environment that changes it; null if it is fixed. */
  setting: z.nullable(z.string()),
})
export type InstallationLimit = z.infer<typeof InstallationLimit>
