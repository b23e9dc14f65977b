import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { compressedFile, webFolder } from './stale.mjs'

const compressedFromBytes = 256

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** The best quality makes scripts 7 % smaller; for other files it is not worth the seconds it takes. */
const brotliQuality = (file) => (file.endsWith('.js') ? constants.BROTLI_MAX_QUALITY : 9)

/** Under its name only once it is whole, as a running server may send it at once. */
async function writeWhole(file, content) {
  await writeFile(`${file}.part`, content)
  await rename(`${file}.part`, file)
}

/** Writes compressed versions next to each text file of a folder, which the server sends as they are. */
export async function compressFiles(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(js|css|json|svg)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const name = path.join(folder, file)
      const content = await readFile(name)
      if (content.length < compressedFromBytes) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality(file),
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      await writeWhole(`${name}.gz`, await gzipAsync(content, { level: 9 }))
      await writeWhole(`${name}.br`, await brotliAsync(content, { params }))
    }),
  )
  await writeFile(path.join(folder, compressedFile), '')
}

// Run as a program by `npm start`, beside a server that has just started.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await compressFiles(webFolder)
