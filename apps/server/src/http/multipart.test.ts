import { connect } from 'node:net'
import { apiBase } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
let port = 0
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const address = testApp.app.server.address()
  port = address !== null && typeof address === 'object' ? address.port : 0
})
afterAll(() => testApp.close())

async function storedFiles(): Promise<number> {
  let count = 0
  for await (const _key of testApp.storage.list(new Date(Date.now() + 60_000))) count += 1
  return count
}

/** Sends the beginning of an upload of two files and disconnects in the middle of the second. */
async function hangUp(authorization: string): Promise<void> {
  const part = (name: string) =>
    `--line\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${apiBase}/documents/batch HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
      'Content-Type: multipart/form-data; boundary=line\r\nContent-Length: 1000000\r\n\r\n',
  )
  socket.write(`${part('whole.txt')}whole\r\n${part('half.txt')}half`)
  while ((await storedFiles()) === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  socket.destroy()
}

test('stores nothing of an aborted upload, and continues to serve', async () => {
  const { authorization } = await testApp.headers('ana')
  await hangUp(authorization)
  while ((await storedFiles()) > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  const ana = await testApp.teacher('ana')
  expect((await ana.call('GET', '/documents')).body).toEqual([])
  expect(testApp.logged.join('')).not.toContain('A call failed')
})

test('removes direction-changing characters from filenames', async () => {
  const ana = await testApp.teacher('turned')
  const { body } = await ana.upload('/documents/upload', 'file', [
    { name: 'essay\u202Efdp.txt', content: 'A few words of an essay.' },
  ])
  expect(body).toMatchObject({ original_filename: 'essayfdp.txt', filename: 'essayfdp.txt' })
})

/** Sends a form over a socket, in as many pieces as the system makes of it, and returns the status. */
function sendForm(authorization: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      answer += String(chunk)
      if (!answer.includes('\r\n')) return
      socket.destroy()
      resolve(answer.split(' ')[1] ?? '')
    })
    socket.write(
      `POST ${apiBase}/documents/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
        `Content-Type: multipart/form-data; boundary=line\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    )
    socket.write(body)
  })
}

const named = 'Content-Disposition: form-data; name="x"'

test.each([
  ['without a name', 'Content-Type: text/plain', '201'],
  ['of another kind', 'Content-Disposition: attachment; name="x"', '201'],
  ['without a head', '', '201'],
  ['with a head longer than is read', `X-Long: ${'b'.repeat(100_000)}\r\n${named}`, '201'],
  ['with too many lines in its head', `${'X-More: b\r\n'.repeat(100)}${named}`, '201'],
  ['longer than a field may be', named, '201'],
])('responds to a form with a part %s, however long', async (_, head, status) => {
  const { authorization } = await testApp.headers('sender')
  const file =
    '--line\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nA few words of an essay.\r\n'
  for (const length of [100, 70_000, 200_000, 3_000_000]) {
    const part = `--line\r\n${head}\r\n\r\n${'a'.repeat(length)}\r\n`
    expect(await sendForm(authorization, `${part}${file}--line--\r\n`)).toBe(status)
    expect(await sendForm(authorization, `${file}${part}--line--\r\n`)).toBe(status)
  }
})
