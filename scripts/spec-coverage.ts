import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readAreas } from '../tests/spec-coverage/areas.ts'
import { pageOf } from '../tests/spec-coverage/page.ts'

/** `npm run spec-coverage`: generates docs/spec-coverage.md from tests/spec-coverage/areas. */
await writeFile(fileURLToPath(new URL('../docs/spec-coverage.md', import.meta.url)), pageOf(readAreas()))
