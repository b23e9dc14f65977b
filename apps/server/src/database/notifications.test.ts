import { expect, it } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { noticeOnCommit } from './database.ts'

it('sends a notice to every listening process once its transaction commits', async () => {
  const database = await openTestDatabase()
  let onNotice: () => void = () => undefined
  const nextNotice = () =>
    new Promise<void>((resolve) => {
      onNotice = resolve
    })
  // A new listener is called once, because it may have missed earlier notices.
  const first = nextNotice()
  const stop = database.listen('trial', () => onNotice())
  await first
  const second = nextNotice()
  let isCommitted = false
  const noticed = second.then(() => isCommitted)
  await database.transaction(async (connection) => {
    await noticeOnCommit(connection, 'trial')
    await connection.query('select 1')
    isCommitted = true
  })
  expect(await noticed).toBe(true)
  const third = nextNotice()
  database.notify?.('trial')
  if (database.notify) await third
  await stop()
})
