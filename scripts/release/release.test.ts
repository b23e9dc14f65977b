import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../checks/run.ts'
import { keptPackages } from './kept-packages.mjs'
import { thirdPartyNotices } from './notices.ts'
import { foldersOf, isNeeded, type LockedPackage } from './packages.ts'

const linux = { os: 'linux', cpu: 'x64' }
const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

test('the archive holds what its packages depend on, for one platform', () => {
  const folders = foldersOf(keptPackages, packages, linux)
  expect(folders).toContain('node_modules/onnxruntime-common')
  expect(folders.filter((folder) => folder.includes('argon2-'))).toEqual([
    'node_modules/@node-rs/argon2-linux-x64-gnu',
  ])
  expect(foldersOf(keptPackages, packages, { os: 'darwin', cpu: 'arm64' })).toContain(
    'node_modules/@node-rs/argon2-darwin-arm64',
  )
  expect(() => foldersOf(['left-pad-of-nobody'], packages, linux)).toThrow(
    'The lockfile has no left-pad-of-nobody.',
  )
})

test('a package in the folder of another is found there first', () => {
  const locked = {
    'node_modules/a': { dependencies: { b: '1' } },
    'node_modules/a/node_modules/b': {},
    'node_modules/b': {},
  }
  expect(foldersOf(['a'], locked, linux)).toEqual(['node_modules/a', 'node_modules/a/node_modules/b'])
})

test('the archive holds every package whose files the product opens by their path', async () => {
  const opened = new Set<string>()
  for (const folder of ['apps/server/src', 'packages/extract/src'])
    for (const file of await readdir(join(root, folder), { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('testing')) continue
      const text = await readFile(join(root, folder, file), 'utf8')
      for (const [, name = ''] of text.matchAll(
        /'((?:@[\w.-]+\/)?[\w.-]+)\/[\w./-]+\.(?:gz|ttf|woff2|js|wasm)'/g,
      ))
        if (`node_modules/${name}` in packages) opened.add(name)
    }
  expect([...opened].filter((name) => !keptPackages.includes(name))).toEqual([])
  expect(opened.size).toBeGreaterThan(3)
})

test('only the compiled code and the engines that run here are kept', () => {
  const kept = [
    'onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
    'pdfmake/js/index.js',
  ]
  const left = [
    'onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.jsep.wasm',
    'pdfmake/js/index.js.map',
  ]
  const isKept = (file: string) => isNeeded(`/penmark/node_modules/${file}`, linux)
  expect([kept.map(isKept), left.map(isKept)]).toEqual([kept.map(() => true), left.map(() => false)])
})

test('packages with the same licence text share it in the notices, and one without a text is named', () => {
  const text = (content: string) => ({
    licenses: [
      { license: { text: { content: Buffer.from(content).toString('base64'), encoding: 'base64' } } },
    ],
  })
  const mit = [{ license: { id: 'MIT' } }]
  const notices = thirdPartyNotices([
    { name: 'b', version: '2.0.0', licenses: mit, evidence: text('Be kind.\r\n') },
    { group: '@x', name: 'a', version: '1.0.0', licenses: mit, evidence: text('Be kind.') },
    { name: 'c', version: '3.0.0', licenses: [{ expression: 'MIT OR ISC' }] },
    { group: '@penmark', name: 'server', version: '0.2.0' },
  ])
  expect(notices).toContain('@x/a 1.0.0 (MIT)\nb 2.0.0 (MIT)\n\nBe kind.\n')
  expect(notices).toContain('without a copy of their licence:\n\nc 3.0.0 (MIT OR ISC)')
  expect(notices).not.toContain('@penmark')
})
