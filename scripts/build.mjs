import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { bundlePublicSite, writePublicSite } from './public-site.mjs'
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

/**
 * The program that reads one file, with all it imports, and the code that the engine makes of it while it reads a first one. It is started for every
 * file anew.
 */
async function buildExtraction(folder) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['packages/extract/src/containment/child.ts'],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Each child takes the text of the program with it.
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  // The engine takes two bytes for every character of a text that holds one beyond Latin-1. These stand in regular expressions alone: esbuild
  // escapes all others itself.
  const text = outputFiles[0].text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'extract-program.cjs'), text)
}

const firstFile = path.join(root, 'packages/extract/fixtures/files/chromium-essay.pdf')
/** Those of `packages/extract/src/containment/flags.ts`, which a test holds them to: the engine refuses what it made under others. */
const childFlags = ['--max-old-space-size=512', '--max-semi-space-size=32']

/** Whether a child of `folder`, started so, reads the first file and ends well. */
async function readsFirstFile(folder, execArgv, args = []) {
  const child = fork(path.join(folder, 'extract-child.js'), args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv })
  let isRead = false
  child.on('message', (message) => {
    if (message === 'ready') child.send({ path: firstFile })
    else isRead = 'extraction' in message
  })
  const [code] = await once(child, 'exit')
  return isRead && code === 0
}

/** Needs the children that `buildServer` made. */
async function keepCompiledExtraction(folder) {
  if (!(await readsFirstFile(folder, childFlags, ['--make-cache']))) throw new Error('The first file could not be read.')
}

/** Not every engine can keep all that the program holds. Where this one cannot, there is no snapshot, and children start from the compiled program. */
async function keepSnapshotOfExtraction(folder) {
  const snapshot = path.join(folder, 'extract-program.snapshot')
  const flags = [...childFlags, '--snapshot-blob', snapshot]
  const made = promisify(execFile)(process.execPath, [...flags, '--build-snapshot', path.join(folder, 'extract-program.cjs'), firstFile])
  const isGood = await made.then(
    () => readsFirstFile(folder, flags),
    () => false,
  )
  if (!isGood) await rm(snapshot, { force: true })
}

async function buildServer(folder) {
  const stamp = await stampOf('server')
  await rm(folder, { recursive: true, force: true })
  await buildExtraction(folder)
  await build({
    absWorkingDir: root,
    entryPoints: {
      start: 'apps/server/src/start.ts',
      'detector-thread': 'apps/server/src/pipeline/detector-thread.ts',
      'print-child': 'apps/server/src/print/print-child.ts',
      'extract-child': 'packages/extract/src/containment/quick-child.ts',
    },
    outdir: folder,
    bundle: true,
    // What is imported only where a setting asks for it (the client of S3, OpenTelemetry) must not be read by everybody else.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [npmPackagesOutside],
  })
  await keepCompiledExtraction(folder)
  await keepSnapshotOfExtraction(folder)
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
  await rm(webFolder, { recursive: true, force: true })
  // Two bundles into one folder, side by side: neither may empty it.
  const [, rendered] = await Promise.all([
    bundle({ root: path.join(root, 'apps/web'), logLevel: 'warn', build: { emptyOutDir: false } }),
    bundlePublicSite(bundle),
  ])
  await writePublicSite(rendered)
  await compressEach(webFolder)
  await writeFile(path.join(webFolder, stampFile), stamp)
}

/** `node scripts/build.mjs [server] [web] [--server-folder FOLDER]`: both parts, unless some are named. */
const { positionals: parts, values } = parseArgs({ allowPositionals: true, options: { 'server-folder': { type: 'string' } } })
if (parts.length === 0 || parts.includes('server')) await buildServer(path.resolve(values['server-folder'] ?? serverFolder))
if (parts.length === 0 || parts.includes('web')) await buildWeb()
