import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createS3Storage } from './s3.ts'
import { newKey, type Storage } from './storage.ts'
import { DamagedFileError, verifiedCopy } from './verified-copy.ts'

const content = 'These are all the words of an essay.'
const uploaded = { sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A bucket that says no lengths, and sends these bodies one after the other. */
async function openBucket(bodies: string[]): Promise<Storage> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (request) => {
      const body = request.toString().startsWith('HEAD') ? '' : (bodies.shift() ?? '')
      socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${body}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const storage = await createS3Storage({
    endpoint,
    region: 'us-east-1',
    bucket: 'b',
    prefix: '',
    pathStyle: true,
    accessKeyId: 'a',
    secretAccessKey: 'b',
  })
  closers.push(() => new Promise((resolve) => server.close(resolve)), storage.close)
  return storage
}

test('reads a file again whose connection broke in the middle', async () => {
  const copy = await verifiedCopy(await openBucket([content.slice(0, 12), content]), newKey(), uploaded)
  expect(copy && (await readFile(copy.path, 'utf8'))).toBe(content)
  await copy?.release()
})

test.each([
  ['shorter', content.slice(0, 12)],
  ['longer', `${content} And more.`],
  ['as long, with other words', content.replace('all the', 'not the')],
])('never returns a file that is %s than what was uploaded', async (_, other) => {
  const storage = await openBucket([other, other, other])
  await expect(verifiedCopy(storage, newKey(), uploaded)).rejects.toBeInstanceOf(DamagedFileError)
})

test('compares the size alone for files of earlier versions', async () => {
  const earlier = { ...uploaded, sha256: null }
  const storage = await openBucket([
    content,
    content.slice(0, 12),
    content.slice(0, 12),
    content.slice(0, 12),
  ])
  expect(await verifiedCopy(storage, newKey(), earlier)).not.toBeNull()
  await expect(verifiedCopy(storage, newKey(), earlier)).rejects.toBeInstanceOf(DamagedFileError)
})
