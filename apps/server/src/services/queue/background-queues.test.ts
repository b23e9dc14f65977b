import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { sendJob } from './send-job.ts'

const migration = new URL(
  '../database/migrations/20261123011243_queue__drop_dead_letters.sql',
  import.meta.url,
)

test('an older installation loses its dead letter queue and keeps all other jobs', async () => {
  const database = await openTestDatabase()
  await database.query(`select queue.create_queue('dead-letters', '{"policy":"standard"}')`)
  await database.query("update queue.queue set dead_letter = 'dead-letters' where name = 'emails'")
  await sendJob(database, 'emails', 'waiting')
  await sendJob(database, 'emails', 'failed')
  await database.query(
    "update queue.job set state = 'failed', completed_on = now() where data ->> 'id' = 'failed'",
  )
  await database.query(`insert into queue.job (name, data) values ('dead-letters', '{"id":"failed"}')`)
  const statements = await readFile(migration, 'utf8')
  await database.transaction((connection) => connection.script(statements))
  await database.transaction((connection) => connection.script(statements))
  const { rows: jobs } = await database.query(
    "select name, data ->> 'id' as id, state::text, dead_letter from queue.job order by state",
  )
  expect(jobs).toEqual([
    { name: 'emails', id: 'waiting', state: 'created', dead_letter: null },
    { name: 'emails', id: 'failed', state: 'failed', dead_letter: null },
  ])
  const { rows: queues } = await database.query(
    "select name from queue.queue where name = 'dead-letters' or dead_letter is not null",
  )
  expect(queues).toEqual([])
})
