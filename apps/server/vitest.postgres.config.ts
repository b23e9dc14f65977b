import { defineConfig } from 'vitest/config'
import embedded from './vitest.config.ts'

/**
 * What can differ on a PostgreSQL server: sessions that work at the same time, the queue, migrations,
 * backups, and the statements of the stores. Everything else runs on the embedded database alone, which is
 * the same engine in a single session.
 */
const include = [
  'src/services/database/*.test.ts',
  'src/services/backup/served-backup.test.ts',
  'src/features/operations/backups/**/{rehearsals,served,under-work}.test.ts',
  'src/services/queue/**/*.test.ts',
  'src/services/mail/mailer.test.ts',
  'src/services/identity/embedded/**/{attempts,keys,registrations,storage}.test.ts',
  'src/features/operations/administration/list-store.test.ts',
  'src/features/{accounts/{allowance,storage},classes/{class-groups,students},documents/exports,operations/{analytics,retention}}/**/*.test.ts',
  'src/features/documents/**/{assign-document,list-documents,process-document,read-waiting,standing,unknown-commit,upload-once}.test.ts',
  'src/features/operations/erasure/**/*.test.ts',
  'src/features/similarity/**/*.test.ts',
  'src/features/integrations/webhooks/**/*.test.ts',
  'src/security/deletion.test.ts',
]

export default defineConfig({
  test: {
    ...embedded.test,
    name: 'on PostgreSQL',
    globalSetup: [
      'src/testing/setup/scratch.ts',
      'src/testing/setup/template.ts',
      'src/testing/postgres/set-up.ts',
    ],
    include,
  },
})
