import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { asvsPage } from '../tests/security/asvs/page.ts'
import { asvs } from '../tests/security/asvs.ts'

/** `npm run asvs`: generates docs/asvs.md from tests/security/asvs. */
await writeFile(fileURLToPath(new URL('../docs/asvs.md', import.meta.url)), asvsPage(asvs))
