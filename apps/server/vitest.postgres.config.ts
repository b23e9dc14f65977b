import { defineConfig } from 'vitest/config'
import embedded from './vitest.config.ts'

/**
 * What can differ on a PostgreSQL server: sessions that work at the same time, the queue, migrations,
 * backups, and the statements of the stores. Everything else runs on the embedded database alone, which is
 * the same engine in a single session.
 */
const include = [
  'src/database/*.test.ts',
  'src/backup/served-backup.test.ts',
  'src/features/backups/**/{rehearsals,served,under-work}.test.ts',
  'src/outside/queue/**/*.test.ts',
  'src/outside/mail/mailer.test.ts',
  'src/outside/identity/embedded/**/{attempts,keys,registrations,storage}.test.ts',
  'src/features/administration/list-store.test.ts',
  'src/features/{allowance,analytics,class-exports,class-groups,retention,storage,students}/**/*.test.ts',
  'src/features/documents/**/{assign-document,list-documents,process-document,read-waiting,standing,unknown-commit,upload-once}.test.ts',
  'src/features/erasure/**/*.test.ts',
  'src/features/overlap/**/*.test.ts',
  'src/features/webhooks/**/*.test.ts',
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
