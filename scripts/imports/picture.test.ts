import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withPicture } from './picture.ts'

test('ARCHITECTURE.md shows the rows and features of the import rules (npm run generate -- architecture)', async () => {
  const page = await readFile(join(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8')
  expect(await withPicture(page)).toBe(page)
})
