import { existsSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { compressedFile, stampFile, webFolder } from './stale.mjs'

const compressedFromBytes = 256

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** The best quality makes scripts 7 % smaller; for other files it is not worth the seconds it takes. */
const brotliQuality = (file) => (file.endsWith('.js') ? constants.BROTLI_MAX_QUALITY : 9)

/**
 * Under its name only once it is whole: a running server may send it at once, and another process may write
 * it too.
 */
async function writeWhole(file, content) {
  const unfinished = `${file}.${process.pid}.part`
  await writeFile(unfinished, content)
  await rename(unfinished, file)
}

/**
 * Writes compressed versions next to each text file of a folder that has none, which the server sends as they
 * are.
 */
export async function compressFiles(folder) {
  const readStamp = () => readFile(path.join(folder, stampFile), 'utf8').catch(() => null)
  const stamp = await readStamp()
  /** Not into a newer build, in which another file may have the name. */
  const write = async (file, content) =>
    (await readStamp()) === stamp ? writeWhole(file, content) : undefined
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /\.(js|css|json|svg)$/.test(file),
  )
  await Promise.all(
    files.map(async (file) => {
      const name = path.join(folder, file)
      const content = await readFile(name)
      if (content.length < compressedFromBytes) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality(file),
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      if (!existsSync(`${name}.gz`)) await write(`${name}.gz`, await gzipAsync(content, { level: 9 }))
      if (!existsSync(`${name}.br`)) await write(`${name}.br`, await brotliAsync(content, { params }))
    }),
  )
  if ((await readStamp()) === stamp) await writeFile(path.join(folder, compressedFile), '')
}

// Run as a program by `npm start`, beside a server that has just started.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await compressFiles(webFolder)
