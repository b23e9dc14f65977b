import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressFiles } from './compressed-files.mjs'

test('files that several starts compress at once are whole at every moment', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'penmark-compressed-'))
  try {
    const scripts = Array.from({ length: 40 }, (_, nth) => `export const number = ${nth}\n`.repeat(2_000))
    await Promise.all(scripts.map((script, nth) => writeFile(path.join(folder, `${nth}.js`), script)))
    const module = pathToFileURL(path.join(import.meta.dirname, 'compressed-files.mjs')).href
    const program = `import(${JSON.stringify(module)}).then((files) => files.compressFiles(${JSON.stringify(folder)}))`
    const compressions = Promise.all(
      [1, 2, 3].map(() => promisify(execFile)(process.execPath, ['--eval', program])),
    )
    let isDone = false
    const settled = compressions.finally(() => (isDone = true))
    while (!isDone) {
      for (const file of (await readdir(folder)).filter((name) => name.endsWith('.gz')))
        expect(gunzipSync(await readFile(path.join(folder, file))).toString()).toBe(
          scripts[Number.parseInt(file, 10)],
        )
    }
    await settled
    expect((await readdir(folder)).filter((name) => name.endsWith('.br'))).toHaveLength(scripts.length)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('every text file that is worth it gets both compressed versions, and nothing unfinished stays', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'penmark-compressed-'))
  try {
    const script = 'export const harbour = "ships"\n'.repeat(100)
    await writeFile(path.join(folder, 'long.js'), script)
    await writeFile(path.join(folder, 'short.js'), 'export {}')
    await writeFile(path.join(folder, 'picture.png'), script)
    await compressFiles(folder)
    expect((await readdir(folder)).toSorted()).toEqual([
      '.compressed',
      'long.js',
      'long.js.br',
      'long.js.gz',
      'picture.png',
      'short.js',
    ])
    expect(brotliDecompressSync(await readFile(path.join(folder, 'long.js.br'))).toString()).toBe(script)
    expect(gunzipSync(await readFile(path.join(folder, 'long.js.gz'))).toString()).toBe(script)
  } finally {
    await rm(folder, { recursive: true })
  }
})
