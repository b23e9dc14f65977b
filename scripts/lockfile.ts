import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { completed, type LockedPackages } from './lockfile/platforms.ts'

/** `npm run lockfile`: adds the platform-specific packages that npm left out of the lockfile. Needed after an install through a mirror. */
const path = join(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: LockedPackages }
await writeFile(path, `${JSON.stringify({ ...lock, packages: completed(lock.packages) }, null, 2)}\n`)
