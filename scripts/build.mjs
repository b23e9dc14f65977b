import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { compressFiles } from './compressed-files.mjs'
import { bundlePublicSite, writePublicSite } from './public-site.mjs'
import { prepareReader } from './reader-cache.mjs'
import { unbundled } from './release/kept-packages.mjs'
import { root, serverFolder, stampFile, stampOf, webFolder } from './stale.mjs'

/** Read once by the built reader, to compile what reading needs. */
const sampleFile = path.join(root, 'packages/extract/fixtures/files/chromium-essay.pdf')

/** Optional compiled code for `pg`, which is never installed here. */
const notInstalled = ['pg-native']

/** How a module finds files next to itself, which fails in a bundle. */
const ownPath = /\b(?:__dirname|__filename|require\.resolve|import\.meta\.(?:url|dirname|filename|resolve))\b/
/**
 * These look for files only in code that never runs here: transports for log lines, and a thread for PDFs.
 */
const checkedByHand = ['pino', 'thread-stream', 'unpdf']

/** Throws if a bundled npm package may look for files next to itself, where only the bundle is. */
async function assertSelfContained({ inputs }) {
  const check = async (file) => {
    const [, name] = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
    if (name === undefined || checkedByHand.includes(name)) return
    if (ownPath.test(await readFile(path.join(root, file), 'utf8')))
      throw new Error(
        `${file} may need files next to itself. Add its package to \`unbundled\`, or to \`checkedByHand\` if this part never runs.`,
      )
  }
  await Promise.all(Object.keys(inputs).map(check))
}

/**
 * V8 stores a source with any character beyond Latin-1 in two bytes per character. esbuild leaves such
 * characters in regular expressions and templates.
 */
function escapeNonAscii(text) {
  if (/\\[^\0-\x7f]/.test(text))
    throw new Error('A backslash before a character beyond ASCII cannot be escaped again.')
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * The identity provider warns on Node 20, which it runs on and Penmark is tested on. Its other messages stay.
 */
const withoutRuntimeWarning = {
  name: 'without-runtime-warning',
  setup({ onLoad }) {
    onLoad({ filter: /\boidc-provider[\\/]lib[\\/]index\.js$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8')
      const contents = text.replace(/^\s*attention\.warn\('Unsupported runtime\..*'\);$/m, '')
      if (contents === text)
        throw new Error(
          `${file} no longer warns about its runtime in the known way. See whether it still has to be silenced.`,
        )
      return { contents, loader: 'js' }
    })
  },
}

/** Looks up the machine's id for traces, which is never asked for. */
const neverImported = /\/@opentelemetry\/resources\//

/**
 * Throws if a module loads CommonJS with `import()`: where code is split, esbuild gives it the default export
 * and none of the named ones.
 */
function assertNamesImported({ inputs }) {
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { kind, path: target } of imports)
      if (kind === 'dynamic-import' && inputs[target]?.format === 'cjs' && !neverImported.test(file))
        throw new Error(`${file} imports ${target} when it runs, and would get its default export only.`)
}

async function writeBundle(options) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    target: 'node20',
    // Every process carries the source of its program.
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [withoutRuntimeWarning],
    ...options,
  })
  await assertSelfContained(metafile)
  assertNamesImported(metafile)
  await mkdir(options.outdir, { recursive: true })
  for (const { path: file, text } of outputFiles)
    await writeFile(file, file.endsWith('.map') ? text : escapeNonAscii(text))
}

/** Bundles the program that reads one file in a process of its own, and prepares it. */
async function buildReader(folder) {
  await writeBundle({
    entryPoints: {
      'extract-program': 'packages/extract/src/containment/child.ts',
      'extract-child': 'packages/extract/src/containment/quick-child.ts',
    },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
  })
  // Where the extractor looks for them once it is bundled.
  await cp(path.join(root, 'packages/extract/character-maps'), path.join(folder, 'character-maps'), {
    recursive: true,
  })
  await prepareReader(folder, sampleFile)
}

/**
 * Programs that the server starts repeatedly. Each is bundled separately, so that it contains only what it
 * uses.
 */
const smallPrograms = {
  'reader-process': 'apps/server/src/features/documents/pipeline/reading/reader-process.ts',
  'detector-thread': 'apps/server/src/features/documents/pipeline/scoring/detector-thread.ts',
  'print-child': 'apps/server/src/pdf/print-child.ts',
}

/**
 * Calls `onRunnable` as soon as the server can prepare a database, before the programs that it starts are
 * there.
 */
async function buildServer(folder, onRunnable) {
  const stamp = await stampOf('server')
  await rm(folder, { recursive: true, force: true })
  const options = {
    outdir: folder,
    format: 'esm',
    // A fatal error prints the line it came from, which must not be the whole bundle.
    lineLimit: 160,
    sourcemap: true,
    // They lie beside the bundle.
    sourcesContent: false,
    external: [...unbundled, ...notInstalled],
    // The identity provider uses the names of its classes in the database.
    keepNames: true,
    // CommonJS packages require modules of Node.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
  }
  await cp(path.join(root, 'apps/server/src/services/database/migrations'), path.join(folder, 'migrations'), {
    recursive: true,
  })
  // Code for some settings, roles and commands is loaded only when they are used.
  await writeBundle({ ...options, entryPoints: { start: 'apps/server/src/main/start.ts' }, splitting: true })
  onRunnable()
  const programs = Object.entries(smallPrograms).map(([name, file]) =>
    writeBundle({ ...options, entryPoints: { [name]: file } }),
  )
  await Promise.all([buildReader(folder), ...programs])
  await writeFile(path.join(folder, stampFile), stamp)
}

/**
 * Vite's logger without one warning, about declarations inherited by `composes` that may refer to assets.
 * None of ours does.
 */
function quietLogger(createLogger) {
  const logger = createLogger('warn')
  const { warnOnce } = logger
  logger.warnOnce = (message, options) => {
    if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
  }
  return logger
}

async function buildWeb({ isCompressed }) {
  const { build: bundle, createLogger } = await import('vite')
  const stamp = await stampOf('web')
  await rm(webFolder, { recursive: true, force: true })
  // Several bundles go into one folder concurrently, so none may empty it.
  const web = path.join(root, 'apps/web')
  const customLogger = quietLogger(createLogger)
  const [, , rendered] = await Promise.all([
    bundle({ root: web, logLevel: 'warn', customLogger, build: { emptyOutDir: false } }),
    bundle({ root: web, logLevel: 'warn', customLogger, configFile: path.join(web, 'vite.write.config.ts') }),
    bundlePublicSite((config) => bundle({ ...config, customLogger })),
  ])
  await writePublicSite(rendered)
  if (isCompressed) await compressFiles(webFolder)
  await writeFile(path.join(webFolder, stampFile), stamp)
}

/**
 * `node scripts/build.mjs [server] [web] [--server-folder FOLDER] [--uncompressed]`: both parts, unless some
 * are named. The web without the compressed versions of its files, if somebody waits for it.
 */
const { positionals: parts, values } = parseArgs({
  allowPositionals: true,
  options: { 'server-folder': { type: 'string' }, uncompressed: { type: 'boolean', default: false } },
})
if (parts.length === 0 || parts.includes('server')) {
  // For `npm start`, which goes on from there.
  const announce = () => process.send?.('runnable')
  await buildServer(path.resolve(values['server-folder'] ?? serverFolder), announce)
}
if (parts.length === 0 || parts.includes('web')) await buildWeb({ isCompressed: !values.uncompressed })
