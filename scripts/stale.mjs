import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const serverFolder = path.join(root, 'apps/server/dist')
export const webFolder = path.join(root, 'apps/web/dist')
/** Stored beside the built files. Dot files are never served. */
export const stampFile = '.built-from'

const shared = ['package-lock.json', 'packages/contract/src', 'packages/writing/src', 'scripts/build.mjs', 'scripts/stale.mjs']
const sources = {
  server: [...shared, 'apps/server/src', 'apps/server/package.json', 'packages/detector/src', 'packages/extract/src'],
  web: [
    ...shared,
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

async function filesBelow(place) {
  const found = await stat(place).catch(() => null)
  if (found === null) return []
  if (!found.isDirectory()) return [`${place} ${found.size} ${found.mtimeMs}`]
  const names = (await readdir(place)).filter((name) => name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
  return (await Promise.all(names.sort().map((name) => filesBelow(path.join(place, name))))).flat()
}

/** Compiled code depends on the engine. */
const engine = { server: [process.version, process.arch], web: [] }

/** A hash of the sources of a part (`server` or `web`): names, sizes and times of its files, and the engine for the server. */
export async function stampOf(part) {
  const files = await Promise.all(sources[part].map((place) => filesBelow(path.join(root, place))))
  return createHash('sha256')
    .update([...engine[part], ...files.flat()].join('\n'))
    .digest('hex')
}

async function isStale(part, folder) {
  const [now, then] = await Promise.all([stampOf(part), readFile(path.join(folder, stampFile), 'utf8').catch(() => null)])
  return now !== then
}

/** The parts whose build is out of date. */
export async function staleParts() {
  const [server, web] = await Promise.all([isStale('server', serverFolder), isStale('web', webFolder)])
  return [...(server ? ['server'] : []), ...(web ? ['web'] : [])]
}
