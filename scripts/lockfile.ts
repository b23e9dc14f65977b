import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { completed, type LockedPackages } from './lockfile/platforms.ts'

/** `npm run lockfile`: adds to the lockfile the programs for other systems that npm left out. Needed after an install behind a mirror. */
const path = join(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: LockedPackages }
await writeFile(path, `${JSON.stringify({ ...lock, packages: completed(lock.packages) }, null, 2)}\n`)
