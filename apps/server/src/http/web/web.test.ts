import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const script = 'export const long = 1\n'.repeat(200)

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({
    works: false,
    prepareWeb: async (folder) => {
      await mkdir(path.join(folder, 'assets'), { recursive: true })
      await writeFile(path.join(folder, 'index.html'), '<html></html>')
      await writeFile(path.join(folder, '.built-from'), 'a hash')
      await writeFile(path.join(folder, 'assets', 'page-1.js'), script)
      await writeFile(path.join(folder, 'assets', 'page-1.js.br'), brotliCompressSync(script))
    },
  })
})
afterAll(() => testApp.close())

const fetchScript = (encodings: string) =>
  testApp.app.inject({ url: '/assets/page-1.js', headers: { 'accept-encoding': encodings } })

test('sends a script as compressed by the build, cacheable forever', async () => {
  const response = await fetchScript('gzip, deflate, br')
  expect(response.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(response.headers['content-type']).toContain('javascript')
  expect(brotliDecompressSync(response.rawPayload).toString()).toBe(script)
})

test('sends it uncompressed to clients without compression', async () => {
  const response = await fetchScript('identity')
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(response.body).toBe(script)
})

test('finds no dot file, no folder, and no file under another name', async () => {
  for (const url of [
    '/.built-from',
    '/assets',
    '/assets/',
    '/Assets/page-1.js',
    '/assets/../assets/page-2.js',
    '/assets/page-1.js/',
  ])
    expect([url, (await testApp.app.inject({ url })).statusCode]).toEqual([url, 404])
})

test('answers HEAD for a script as it does GET, without the script', async () => {
  const response = await testApp.app.inject({
    method: 'HEAD',
    url: '/assets/page-1.js',
    headers: { 'accept-encoding': 'br' },
  })
  expect([response.statusCode, response.headers['content-encoding'], response.body]).toEqual([200, 'br', ''])
})
