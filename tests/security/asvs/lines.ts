import type { Proof } from '../../spec-coverage/areas.ts'

/** `operator`: up to the operator, as SECURITY.md or docs/operations.md explains. */
export type Status = 'met' | 'partly' | 'not met' | 'operator' | 'not applicable'

/** Requirements of the standard that ask for the same, in our words. */
export interface Line {
  ids: string
  requirement: string
  status: Status
  /** Tests that fail when the requirement is no longer met. */
  proofs: readonly Proof[]
  /** Where a test is not enough: the document that covers it, or the reason. */
  explanation?: string
}

export interface Chapter {
  title: string
  lines: readonly Line[]
}

/** Test files by the names used in the chapters. */
const files = {
  access: 'apps/server/src/security/access.test.ts',
  pages: 'apps/server/src/security/pages.test.ts',
  requests: 'apps/server/src/security/requests.test.ts',
  deletion: 'apps/server/src/security/deletion.test.ts',
  app: 'apps/server/src/main/app.test.ts',
  log: 'apps/server/src/services/observe/log.test.ts',
  config: 'apps/server/src/main/config.test.ts',
  start: 'apps/server/src/main/start.test.ts',
  passwords: 'apps/server/src/services/identity/embedded/passwords.test.ts',
  signIn: 'apps/server/src/services/identity/embedded/interactions.test.ts',
  mailPages: 'apps/server/src/services/identity/embedded/mail-pages.test.ts',
  account: 'apps/server/src/services/identity/embedded/account-pages.test.ts',
  keys: 'apps/server/src/services/identity/embedded/keys.test.ts',
  twoFactor: 'apps/server/src/services/identity/embedded/two-factor.test.ts',
  twoFactorCodes: 'apps/server/src/services/identity/embedded/codes.test.ts',
  requiredTwoFactor: 'apps/server/src/features/accounts/teachers/two-factor.test.ts',
  brokers: 'apps/server/src/services/identity/embedded/brokers.test.ts',
  embeddedProvider: 'apps/server/src/services/identity/embedded/embedded.test.ts',
  attempts: 'apps/server/src/services/identity/embedded/attempts.test.ts',
  providerStorage: 'apps/server/src/services/identity/embedded/storage.test.ts',
  egress: 'apps/server/src/services/egress/egress.test.ts',
  encryptedStorage: 'apps/server/src/services/storage/sealed.test.ts',
  mailer: 'apps/server/src/services/mail/mailer.test.ts',
  payment: 'apps/server/src/services/payment/payment.test.ts',
  subscriptions: 'apps/server/src/features/plans/subscriptions.test.ts',
  apiKeys: 'apps/server/src/features/integrations/api-keys/api-keys.test.ts',
  webhooks: 'apps/server/src/features/integrations/webhooks/webhooks.test.ts',
  launch: 'apps/server/src/features/integrations/lti/launch/refused-launches.test.ts',
  audit: 'apps/server/src/services/audit/audit.test.ts',
  erasure: 'apps/server/src/features/operations/erasure/erasure.test.ts',
  exports: 'apps/server/src/features/operations/exports/exports.test.ts',
  clientAddress: 'apps/server/src/lib/client-address.test.ts',
  teachers: 'apps/server/src/features/accounts/teachers/teachers.test.ts',
  storage: 'apps/server/src/features/accounts/storage/storage.test.ts',
  detectorPool: 'apps/server/src/features/documents/pipeline/scoring/detector-pool.test.ts',
  statements: 'apps/server/src/services/database/statements.test.ts',
  humanCheck: 'apps/server/src/features/public/human-check/human-check.test.ts',
  demo: 'apps/server/src/features/public/demo/demo.test.ts',
  support: 'apps/server/src/features/public/support/support.test.ts',
  documents: 'apps/server/src/features/documents/routes.test.ts',
  multipart: 'apps/server/src/http/multipart.test.ts',
  scrub: 'apps/server/src/services/database/embedded/scrub.test.ts',
  sessionClient: 'apps/web/src/lib/session/client.test.ts',
  signInState: 'apps/web/src/lib/session/sign-in-state.test.ts',
  csv: 'packages/contract/src/organisation/csv.test.ts',
  badInput: 'packages/extract/src/bad-input.test.ts',
  extractor: 'packages/extract/src/containment/extractor.test.ts',
  regexes: 'tests/security/regexes.test.ts',
  packages: 'tests/security/packages.test.ts',
  secrets: 'tests/security/secrets.test.ts',
  imports: 'scripts/imports/imports.test.ts',
} as const

type NamedTest = readonly [file: keyof typeof files, test: string]

export const met = (ids: string, requirement: string, ...tests: readonly NamedTest[]): Line => ({
  ids,
  requirement,
  status: 'met',
  proofs: tests.map(([file, test]) => ({ file: files[file], test })),
})

export const explained = (
  ids: string,
  requirement: string,
  status: Status,
  explanation: string,
  ...tests: readonly NamedTest[]
): Line => ({
  ...met(ids, requirement, ...tests),
  status,
  explanation,
})
