import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const serverFolder = path.join(root, 'apps/server/dist')
export const webFolder = path.join(root, 'apps/web/dist')
/** Stored beside the built files. Dot files are never served. */
export const stampFile = '.built-from'
/** In the folder of the web once its files have compressed versions beside them. */
export const compressedFile = '.compressed'

const shared = [
  'package-lock.json',
  'packages/contract/src',
  'packages/wording/src',
  'packages/writing/src',
  'scripts/build.mjs',
  'scripts/reader-cache.mjs',
  'scripts/release/kept-packages.mjs',
  'scripts/stale.mjs',
]
const sources = {
  server: [
    ...shared,
    'apps/server/src',
    'apps/server/package.json',
    'packages/detector/src',
    'packages/extract/src',
    'packages/extract/character-maps',
    ...['contract', 'detector', 'extract', 'wording', 'writing'].map(
      (name) => `packages/${name}/package.json`,
    ),
  ],
  web: [
    ...shared,
    'scripts/compressed-files.mjs',
    'scripts/public-site.mjs',
    'apps/web/src',
    'apps/web/public',
    'apps/web/index.html',
    'apps/web/site.html',
    'apps/web/write.html',
    'apps/web/vite.config.ts',
    'apps/web/vite.write.config.ts',
    'apps/web/package.json',
    // The public pages contain figures and screenshots.
    'models/open.card.json',
    'models/standard.card.json',
    'bench/results/figures.json',
    'docs/screenshots',
  ],
}

/** Each file at or below a path, as its path, size and time. */
async function describeFiles(file) {
  const stats = await stat(file).catch(() => null)
  if (stats === null) return []
  if (!stats.isDirectory()) return [`${file} ${stats.size} ${stats.mtimeMs}`]
  const names = (await readdir(file)).filter((name) => name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
  return (await Promise.all(names.sort().map((name) => describeFiles(path.join(file, name))))).flat()
}

/** Compiled code is only valid for one engine. */
const engine = { server: [process.version, process.arch], web: [] }

/**
 * A hash of the sources of a part (`server` or `web`): names, sizes and times of its files, and the engine
 * for the server.
 */
export async function stampOf(part) {
  const files = await Promise.all(sources[part].map((source) => describeFiles(path.join(root, source))))
  return createHash('sha256')
    .update([...engine[part], ...files.flat()].join('\n'))
    .digest('hex')
}

async function isStale(part, folder) {
  const [current, built] = await Promise.all([
    stampOf(part),
    readFile(path.join(folder, stampFile), 'utf8').catch(() => null),
  ])
  return current !== built
}

/** The parts whose build is out of date. */
export async function staleParts() {
  const [server, web] = await Promise.all([isStale('server', serverFolder), isStale('web', webFolder)])
  return [...(server ? ['server'] : []), ...(web ? ['web'] : [])]
}
