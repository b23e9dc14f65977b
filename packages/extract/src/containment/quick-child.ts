import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { optimiseLater } from './flags.ts'

/**
 * The contained child as the build makes it, for where it cannot start from a snapshot: starts `extract-program.cjs`, which is `child.ts` with all it
 * imports, from the code that the engine compiled when the build read a first file. Compiling it anew takes longer than reading a usual file. A cache
 * of another engine or of other flags is refused by the engine, and then the program is compiled as always. With `--make-cache` it leaves the cache
 * when it ends.
 */
const folder = dirname(fileURLToPath(import.meta.url))
const file = join(folder, 'extract-program.cjs')
const cache = join(folder, 'extract-program.cache')
const makesCache = process.argv.includes('--make-cache')

optimiseLater()

const cachedData = !makesCache && existsSync(cache) ? readFileSync(cache) : undefined
const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file, ...(cachedData && { cachedData }) })
// Only a test of the build reads this.
if (script.cachedDataRejected) process.stderr.write('The compiled program was refused.\n')
if (makesCache) process.once('exit', () => writeFileSync(cache, script.createCachedData()))
const own = { exports: {} }
const begin = script.runInThisContext() as (...given: unknown[]) => void
begin(own.exports, createRequire(file), own, file, folder)
