import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { apiBase } from '@penmark/contract'
import { afterAll, expect, test } from 'vitest'
import { createGate } from '../testing/gate.ts'
import { insertCase } from '../testing/records/case.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
afterAll(() => testApp.close())

test('closes a stored file when the client leaves before it is sent', async () => {
  testApp = await startTestApp({ works: false })
  const { storage, database } = testApp
  const [asked, hasLeft] = [createGate(), createGate()]
  let file: Readable | null = null
  const { get } = storage
  storage.get = async (key) => {
    file = await get(key)
    asked.open()
    await hasLeft.passed
    return file
  }
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const address = testApp.app.server.address()
  const ana = await testApp.teacher('ana')
  const { authorization } = await testApp.headers('ana')
  const student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' })).body as {
    id: string
    teacher_id: string
  }
  const { id: class_group_id } = (await ana.call('POST', '/class-groups', { class_name: '10 B' })).body as {
    id: string
  }
  const case_id = await insertCase(database, {
    ...student,
    class_group_id,
    document_id: null,
    text: 'notes.txt',
  })
  await database.query('update case_replies set handed_in_at = now() where case_id = $1', [case_id])
  const { rows } = await database.query('select id, blob_key from case_reply_files where case_id = $1', [
    case_id,
  ])
  await storage.put(String(rows[0]?.blob_key), Readable.from(['notes']))

  const socket = connect(address !== null && typeof address === 'object' ? address.port : 0, '127.0.0.1')
  socket.write(
    `GET ${apiBase}/cases/${case_id}/student-page/files/${String(rows[0]?.id)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
  )
  await asked.passed
  socket.destroy()
  await expect.poll(() => connections()).toBe(0)
  hasLeft.open()
  await expect.poll(() => file?.closed).toBe(true)
})

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    testApp.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
