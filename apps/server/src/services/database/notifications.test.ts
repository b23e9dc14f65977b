import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { noticeOnCommit } from './database.ts'

test('sends a notice to every listening process once its transaction commits', async () => {
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

test('does what waits for a commit once after it, never after a rollback, and at once outside of a transaction', async () => {
  const database = await openTestDatabase()
  const done: string[] = []
  const first = () => void done.push('first')
  await database.transaction(async (connection) => {
    connection.afterCommit(first)
    connection.afterCommit(first)
    await connection.query('select 1')
    expect(done).toEqual([])
  })
  const failing = database.transaction(async (connection) => {
    connection.afterCommit(() => void done.push('rolled back'))
    await connection.query('select 1 / 0')
  })
  await expect(failing).rejects.toThrow()
  database.afterCommit(() => void done.push('outside'))
  expect(done).toEqual(['first', 'outside'])
})
