import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settingDescriptions } from '../apps/server/src/config.ts'
import { withSettings } from './readme/settings-table.ts'

/** `npm run readme`: regenerates the README's settings table from the server's setting definitions. */
const path = join(import.meta.dirname, '../README.md')
await writeFile(path, withSettings(await readFile(path, 'utf8'), settingDescriptions))
