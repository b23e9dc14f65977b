import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { optimiseLater } from './flags.ts'

/**
 * The isolated child as built, for systems where it cannot start from a snapshot: runs `extract-program.cjs`,
 * the bundle of `child.ts`, from a code cache that the build made after reading a first file. Compiling it
 * takes longer than reading a usual file. V8 rejects a cache of another version or with other flags, and then
 * compiles as usual. With `--make-cache` it writes the cache when it ends. It is built as CommonJS, because
 * Node takes several milliseconds to start its loader of ES modules.
 */
const folder = dirname(process.argv[1] ?? '')
const file = join(folder, 'extract-program.cjs')
const cache = join(folder, 'extract-program.cache')
const makesCache = process.argv.includes('--make-cache')

optimiseLater()

const cachedData = !makesCache && existsSync(cache) ? readFileSync(cache) : undefined
// The build writes it in ASCII, which is read faster as Latin-1.
const script = new Script(Module.wrap(readFileSync(file, 'latin1')), {
  filename: file,
  ...(cachedData && { cachedData }),
})
// Only a test of the build reads this.
if (script.cachedDataRejected) process.stderr.write('The compiled program was refused.\n')
if (makesCache) process.once('exit', () => writeFileSync(cache, script.createCachedData()))
const childModule = { exports: {} }
const start = script.runInThisContext() as (...args: unknown[]) => void
start(childModule.exports, createRequire(file), childModule, file, folder)
