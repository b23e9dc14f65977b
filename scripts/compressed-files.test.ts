import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressFiles } from './compressed-files.mjs'

test('every text file that is worth it gets both compressed versions, and nothing unfinished stays', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'penmark-compressed-'))
  try {
    const script = 'export const harbour = "ships"\n'.repeat(100)
    await writeFile(path.join(folder, 'long.js'), script)
    await writeFile(path.join(folder, 'short.js'), 'export {}')
    await writeFile(path.join(folder, 'picture.png'), script)
    await compressFiles(folder)
    expect((await readdir(folder)).toSorted()).toEqual(['.compressed', 'long.js', 'long.js.br', 'long.js.gz', 'picture.png', 'short.js'])
    expect(brotliDecompressSync(await readFile(path.join(folder, 'long.js.br'))).toString()).toBe(script)
    expect(gunzipSync(await readFile(path.join(folder, 'long.js.gz'))).toString()).toBe(script)
  } finally {
    await rm(folder, { recursive: true })
  }
})
