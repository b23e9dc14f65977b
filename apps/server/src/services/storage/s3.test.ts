import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createS3Storage, type S3Settings } from './s3.ts'
import { newKey } from './storage.ts'
import { openTestS3 } from './testing/s3.ts'
import { describeStorage } from './testing/storage.suite.ts'

async function openBucket() {
  const { settings, close } = await openTestS3()
  const storage = await createS3Storage(settings)
  return {
    settings,
    storage,
    close: async () => {
      await storage.close()
      await close()
    },
  }
}

/** Midnight by the clock of the paged bucket. */
const midnight = 'Thu, 01 Jan 2026 00:00:00 GMT'

/** Answers each listing with the next page, because the test service cannot page. */
async function openPagedBucket(pages: string[][]): Promise<{ settings: S3Settings; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    response.setHeader('date', midnight)
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    if (!query.has('list-type')) return response.end()
    const start = Number(query.get('continuation-token') ?? 0)
    const contents = pages[start]?.map(
      (key) => `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
    )
    const more = start + 1 < pages.length ? `<NextContinuationToken>${start + 1}</NextContinuationToken>` : ''
    return response
      .setHeader('content-type', 'application/xml')
      .end(`<ListBucketResult>${contents?.join('')}${more}</ListBucketResult>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'paged',
      prefix: '',
      pathStyle: true,
      accessKeyId: 'a',
      secretAccessKey: 'b',
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const draftFolders = async () => (await readdir(os.tmpdir())).filter((name) => name.startsWith('penmark-s3-'))

describe('a bucket as storage', () => {
  describeStorage(openBucket)

  test('lists page by page, and only its own objects', async () => {
    const [first, second] = [newKey(), newKey()]
    const { settings, close } = await openPagedBucket([[first, 'somebody/else.txt'], [second]])
    const storage = await createS3Storage(settings)
    const found: string[] = []
    for await (const key of storage.list(new Date())) found.push(key)
    expect(found).toEqual([first, second])
    await storage.close()
    await close()
  })

  test('tells the time by the clock of the service, not of this process', async () => {
    const { settings, close } = await openPagedBucket([])
    const storage = await createS3Storage(settings)
    expect(await storage.now()).toEqual(new Date(midnight))
    await storage.close()
    await close()
  })

  test('under a prefix shares the bucket with others, and sees nothing of theirs', async () => {
    const { settings, storage, close } = await openBucket()
    const school = await createS3Storage({ ...settings, prefix: 'schools/a/' })
    const [ours, theirs] = [newKey(), newKey()]
    await storage.put(ours, Readable.from(['ours']))
    await school.put(theirs, Readable.from(['theirs']))
    await school.writeMark(randomUUID())
    expect(await storage.readMark()).toBeNull()
    expect([await storage.get(theirs), await school.get(ours)]).toEqual([null, null])
    const inAMinute = new Date(Date.now() + 60_000)
    for (const [one, key] of [
      [storage, ours],
      [school, theirs],
    ] as const) {
      const found: string[] = []
      for await (const each of one.list(inAMinute)) found.push(each)
      expect(found).toEqual([key])
    }
    await school.setAside(theirs, new Date(0))
    expect(await storage.deleteSetAside(inAMinute)).toBe(0)
    expect(await school.deleteSetAside(inAMinute)).toBe(1)
    await school.close()
    await close()
  })

  test('leaves no temporary file behind', async () => {
    const before = await draftFolders()
    const { storage, close } = await openBucket()
    const key = newKey()
    await storage.put(key, Readable.from(['essay']))
    const copy = await storage.localCopy(key)
    await copy?.release()
    await close()
    expect(await draftFolders()).toEqual(before)
  })

  test('can be read by a different process than the writer', async () => {
    const { settings, storage, close } = await openBucket()
    const other = await createS3Storage(settings)
    const key = newKey()
    await storage.put(key, Readable.from(['essay']))
    const found = await other.get(key)
    expect(found && (await text(found))).toBe('essay')
    await other.close()
    await close()
  })

  test('reports an unusable bucket at startup', async () => {
    const { settings, close } = await openTestS3()
    await expect(createS3Storage({ ...settings, bucket: 'no-such-bucket' })).rejects.toThrow(
      'The bucket "no-such-bucket" of S3_BUCKET',
    )
    await close()
  })

  test('is usable with keys that may not ask about the bucket itself', async () => {
    const { settings, close } = await openStrictService(
      ({ method, url }) => method === 'HEAD' && url === '/strict',
    )
    const storage = await createS3Storage(settings)
    const key = newKey()
    await storage.put(key, Readable.from(['essay']))
    const found = await storage.get(key)
    expect(found && (await text(found))).toBe('essay')
    expect(await storage.now()).toBeInstanceOf(Date)
    await storage.close()
    await close()
  })

  test('that refuses everything is reported with the status', async () => {
    const { settings, close } = await openStrictService(() => true)
    await expect(createS3Storage(settings)).rejects.toThrow(
      /"strict" of S3_BUCKET cannot be used: the service answered with status 403.*S3_PATH_STYLE/,
    )
    await close()
  })

  test('is named before the host where its service wants that', async () => {
    const hosts: unknown[] = []
    const { settings, close } = await openStrictService(({ headers }) => void hosts.push(headers.host))
    const endpoint = settings.endpoint?.replace('127.0.0.1', 'localhost') ?? null
    // Where the system does not know names below localhost, the name that it looked up is the proof.
    const outcome = await createS3Storage({ ...settings, endpoint, pathStyle: false }).then(
      (storage) => storage.close().then(() => String(hosts[0])),
      (error: Error) => inspect(error, { depth: 5 }),
    )
    expect(outcome).toContain('strict.localhost')
    await close()
  })
})

/** Keeps objects, and answers what `isRefused` says with 403. */
async function openStrictService(
  isRefused: (request: IncomingMessage) => unknown,
): Promise<{ settings: S3Settings; close(): Promise<void> }> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const [address = ''] = (request.url ?? '').split('?')
      const object = objects.get(address)
      if (isRefused(request)) response.writeHead(403).end()
      else if (request.method === 'PUT') {
        objects.set(address, body)
        response.end()
      } else if (request.method === 'HEAD') response.end()
      else if (object !== undefined) response.end(object)
      else
        response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code></Error>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'strict',
      prefix: '',
      pathStyle: true,
      accessKeyId: 'a',
      secretAccessKey: 'b',
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
