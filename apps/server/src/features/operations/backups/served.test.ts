import { BackupList } from '@penmark/contract'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../testing/test-app.ts'

const address = process.env.TEST_DATABASE_URL

test.skipIf(!address)('a PostgreSQL database is backed up and verified on the page', async () => {
  const name = `penmark_test_${process.env.VITEST_POOL_ID ?? '0'}`
  const testApp = await startTestApp({ backups: { databaseUrl: new URL(`/${name}`, address).href } })
  try {
    const ana = await testApp.teacher('ana')
    await ana.call('GET', '/teachers/me')
    const list = async () => BackupList.parse((await ana.call('GET', '/admin/backups')).body)
    expect(await list()).toMatchObject({ obstacle: null, backups: [], run: null })
    expect((await ana.call('POST', '/admin/backups')).status).toBe(202)
    let listed = await list()
    while (listed.run?.ended_at === null) listed = await list()
    expect(listed.run).toMatchObject({ state: 'done', status_reason: null })
    expect(listed.backups).toMatchObject([
      { made_by: 'administrator', verification: { status_reason: null } },
    ])
  } finally {
    await testApp.close()
  }
})
