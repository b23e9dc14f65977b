import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { bundlePublicSite, writePublicSite } from './public-site.mjs'
import { root, serverFolder, stampFile, stampOf, webFolder } from './stale.mjs'

const compressedFromBytes = 256

/**
 * npm packages that need their own files beside them: the embedded database (WebAssembly), compiled code, and the fonts and metrics of PDFs.
 * All others are bundled, as one large file loads in half the processor time of a thousand small ones.
 */
const outside = ['@electric-sql/*', '@node-rs/argon2', 'fontkit', 'pdfmake']
/** Optional compiled code that `pg` uses where it is installed, which it never is here. */
const missing = ['pg-native']

/** How a module finds files beside itself. A bundle lies elsewhere. */
const besideItself = /\b(?:__dirname|__filename|require\.resolve|import\.meta\.(?:url|dirname|filename|resolve))\b/
/** These look for files only in what never runs here: transports of log lines, and a thread for PDFs. */
const harmless = ['pino', 'thread-stream', 'unpdf']

/** Throws if a bundled npm package would look for its files where only the bundle is. */
async function requireWhole({ inputs }) {
  for (const file of Object.keys(inputs)) {
    const [, name] = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
    if (name === undefined || harmless.includes(name)) continue
    if (besideItself.test(await readFile(path.join(root, file), 'utf8')))
      throw new Error(
        `${file} may need files beside itself. Name its package under \`outside\`, or under \`harmless\` if this part never runs.`,
      )
  }
}

/** V8 uses two bytes per character for a text with any character beyond Latin-1. esbuild leaves those in regular expressions and templates. */
function inAscii(text) {
  if (/\\[^\0-\x7f]/.test(text)) throw new Error('A backslash stands before a character beyond ASCII, which cannot be escaped again.')
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
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
    ...options,
  })
  await requireWhole(metafile)
  await mkdir(options.outdir, { recursive: true })
  for (const { path: file, text } of outputFiles) await writeFile(file, file.endsWith('.map') ? text : inAscii(text))
}

/**
 * Bundles the program that reads one file, and caches the code that V8 compiles while it reads a sample. It is started anew for every
 * file.
 */
async function buildExtraction(folder) {
  await writeBundle({
    entryPoints: {
      'extract-program': 'packages/extract/src/containment/child.ts',
      'extract-child': 'packages/extract/src/containment/quick-child.ts',
    },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
  })
}

const firstFile = path.join(root, 'packages/extract/fixtures/files/chromium-essay.pdf')
/** The same flags as in `packages/extract/src/containment/flags.ts`, which a test checks: V8 refuses a cache made with other flags. */
const childFlags = ['--max-old-space-size=512', '--max-semi-space-size=32']

/** Whether a child process of `folder` with these flags reads the first file and exits with 0. */
async function readsFirstFile(folder, execArgv, args = []) {
  const child = fork(path.join(folder, 'extract-child.cjs'), args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv })
  let isRead = false
  child.on('message', (message) => {
    if (message === 'ready') child.send({ path: firstFile })
    else isRead = 'extraction' in message
  })
  const [code] = await once(child, 'exit')
  return isRead && code === 0
}

/** Needs the child programs that `buildServer` made. */
async function keepCompiledExtraction(folder) {
  if (!(await readsFirstFile(folder, childFlags, ['--make-cache']))) throw new Error('The sample file could not be read.')
}

/** Not every Node version can snapshot the program. Without a snapshot, children start from the compiled program. */
async function keepSnapshotOfExtraction(folder) {
  const snapshot = path.join(folder, 'extract-program.snapshot')
  const flags = [...childFlags, '--snapshot-blob', snapshot]
  const made = promisify(execFile)(process.execPath, [...flags, '--build-snapshot', path.join(folder, 'extract-program.cjs'), firstFile])
  const isGood = await made.then(
    () => readsFirstFile(folder, flags),
    () => false,
  )
  if (isGood) return
  await rm(snapshot, { force: true })
  console.warn(`Node ${process.versions.node} cannot snapshot the file reader, so each file takes a little longer to start.`)
}

/** Programs that the server starts again and again. Each is bundled by itself, so that it carries only what it uses of the packages. */
const smallPrograms = {
  'reader-thread': 'apps/server/src/pipeline/reader-thread.ts',
  'detector-thread': 'apps/server/src/pipeline/detector-thread.ts',
  'print-child': 'apps/server/src/print/print-child.ts',
}

async function buildServer(folder) {
  const stamp = await stampOf('server')
  await rm(folder, { recursive: true, force: true })
  await buildExtraction(folder)
  const options = {
    outdir: folder,
    format: 'esm',
    // A failure that ends the process prints the line it came from.
    lineLimit: 160,
    sourcemap: true,
    external: [...outside, ...missing],
    // The identity provider stores what it issues by the names of its classes.
    keepNames: true,
    // CommonJS packages require modules of Node.
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)" },
  }
  // What is imported only for some settings, roles and commands must not be loaded otherwise.
  await writeBundle({ ...options, entryPoints: { start: 'apps/server/src/start.ts' }, splitting: true })
  for (const [name, file] of Object.entries(smallPrograms)) await writeBundle({ ...options, entryPoints: { [name]: file } })
  await keepCompiledExtraction(folder)
  await keepSnapshotOfExtraction(folder)
  await cp(path.join(root, 'apps/server/src/database/migrations'), path.join(folder, 'migrations'), { recursive: true })
  await writeFile(path.join(folder, stampFile), stamp)
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Scripts are sent at every first visit, where the best quality saves 7 % of them; the rest is not worth the seconds it takes to build. */
const brotliQuality = (file) => (file.endsWith('.js') ? constants.BROTLI_MAX_QUALITY : 9)

/** Writes compressed versions beside each text file, which the server sends as they are. */
async function compressEach(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(js|css|json|svg)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const name = path.join(folder, file)
      const content = await readFile(name)
      if (content.length < compressedFromBytes) return
      await writeFile(`${name}.gz`, await gzipped(content, { level: 9 }))
      await writeFile(
        `${name}.br`,
        await brotlied(content, {
          params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality(file), [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        }),
      )
    }),
  )
}

/** Vite's logger without one warning: it warns of every declaration taken over by `composes`, though none of ours names an asset. */
function quietLogger(createLogger) {
  const logger = createLogger('warn')
  const { warnOnce } = logger
  logger.warnOnce = (message, options) => {
    if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
  }
  return logger
}

async function buildWeb() {
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
  await compressEach(webFolder)
  await writeFile(path.join(webFolder, stampFile), stamp)
}

/** `node scripts/build.mjs [server] [web] [--server-folder FOLDER]`: both parts, unless some are named. */
const { positionals: parts, values } = parseArgs({ allowPositionals: true, options: { 'server-folder': { type: 'string' } } })
if (parts.length === 0 || parts.includes('server')) await buildServer(path.resolve(values['server-folder'] ?? serverFolder))
if (parts.length === 0 || parts.includes('web')) await buildWeb()
