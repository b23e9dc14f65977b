import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { writePublicSite } from './public-site.mjs'
import { root, serverFolder, stampFile, stampOf, webFolder } from './stale.mjs'

const compressedFromBytes = 1_024

function hasItsOwn(importer, name) {
  const [workspace] = /^(?:packages|apps)[\\/][^\\/]+/.exec(path.relative(root, importer)) ?? []
  const [wanted] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? []
  return workspace !== undefined && wanted !== undefined && existsSync(path.join(root, workspace, 'node_modules', wanted))
}

/**
 * Our own packages go into the bundle; everything from npm stays where npm put it, as some of it needs its own files beside it. A
 * version that npm placed inside one workspace could not be found from the bundle, so that goes in too, with all it imports.
 */
const npmPackagesOutside = {
  name: 'npm-packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind, importer }) => {
      const isInside =
        kind === 'entry-point' || name.startsWith('@penmark/') || importer.includes('node_modules') || hasItsOwn(importer, name)
      return isInside ? undefined : { path: name, external: true }
    })
  },
}

async function buildServer(folder) {
  const stamp = await stampOf('server')
  await rm(folder, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: {
      start: 'apps/server/src/start.ts',
      'detector-thread': 'apps/server/src/pipeline/detector-thread.ts',
      'print-child': 'apps/server/src/print/print-child.ts',
      'extract-child': 'packages/extract/src/containment/child.ts',
    },
    outdir: folder,
    bundle: true,
    splitting: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [npmPackagesOutside],
  })
  await cp(path.join(root, 'apps/server/src/database/migrations'), path.join(folder, 'migrations'), { recursive: true })
  await writeFile(path.join(folder, stampFile), stamp)
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Beside each text file its compressed forms, which the server then sends without any work. */
async function compressEach(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(js|css|json|svg)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const name = path.join(folder, file)
      const content = await readFile(name)
      if (content.length < compressedFromBytes) return
      await writeFile(`${name}.gz`, await gzipped(content, { level: 9 }))
      await writeFile(`${name}.br`, await brotlied(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    }),
  )
}

async function buildWeb() {
  const { build: bundle } = await import('vite')
  const stamp = await stampOf('web')
  await bundle({ root: path.join(root, 'apps/web'), logLevel: 'warn' })
  await writePublicSite(bundle)
  await compressEach(webFolder)
  await mkdir(webFolder, { recursive: true })
  await writeFile(path.join(webFolder, stampFile), stamp)
}

/** `node scripts/build.mjs [server] [web] [--server-folder FOLDER]`: both parts, unless some are named. */
const { positionals: parts, values } = parseArgs({ allowPositionals: true, options: { 'server-folder': { type: 'string' } } })
if (parts.length === 0 || parts.includes('server')) await buildServer(path.resolve(values['server-folder'] ?? serverFolder))
if (parts.length === 0 || parts.includes('web')) await buildWeb()
