import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { pageOf } from '../tests/spec-coverage/page.ts'
import { readRooms } from '../tests/spec-coverage/rooms.ts'

/** `npm run spec-coverage`: generates docs/spec-coverage.md from tests/spec-coverage/rooms. */
await writeFile(fileURLToPath(new URL('../docs/spec-coverage.md', import.meta.url)), pageOf(readRooms()))
