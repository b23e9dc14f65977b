import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../apps/server/src/testing/port.ts'
import { binariesFolder, fetchNode } from './binaries.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'penmark-nodes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
})

test('a Node that cannot be fetched is named in one line, with the reason', async () => {
  const offline = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${await freePort()}`,
    npm_config_fetch_retries: '0',
  }
  const failure = await fetchNode('20.19.6', folder, {
    ...offline,
    npm_config_cache: join(folder, 'cache'),
  }).catch((error: Error) => error)
  expect(failure).toMatchObject({ name: 'NotFetchedError' })
  expect(String(failure)).toMatch(
    /^NotFetchedError: Node 20\.19\.6 could not be fetched: npm could not install node-.*@20\.19\.6 \(ECONNREFUSED\)\.$/,
  )
})

test('a Node that was fetched before is used without asking npm', async () => {
  const name = `node-${process.platform}-${process.arch}`
  const binary = join(
    folder,
    '1.2.3',
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  await mkdir(dirname(binary), { recursive: true })
  await writeFile(binary, '')
  expect(await fetchNode('1.2.3', folder, { PATH: '' })).toBe(binary)
})

test('the binaries lie in the cache folder of the user', () => {
  expect(binariesFolder({ XDG_CACHE_HOME: '/caches' })).toBe(join('/caches', 'penmark', 'nodes'))
})
