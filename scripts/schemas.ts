import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schemaFiles } from './schemas/files.ts'

/** `npm run schemas`: generates the JSON Schemas of the command line's output. */
const folder = join(import.meta.dirname, '../packages/cli/schema')
await mkdir(folder, { recursive: true })
for (const [name, content] of Object.entries(schemaFiles())) await writeFile(join(folder, name), content)
