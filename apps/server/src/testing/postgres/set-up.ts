import { providePostgres } from './find.ts'
import { startPostgres } from './start.ts'

/**
 * Starts a PostgreSQL for a whole run. The test files' processes start later, and find it by
 * TEST_DATABASE_URL.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const binaries = providePostgres()
  if (binaries === null) return undefined
  // These databases need not survive a power loss; tests/reliability tests that.
  const server = await startPostgres(binaries, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  })
  process.env.TEST_DATABASE_URL = server.url()
  return server.stop
}
