import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEmbedded } from './embedded/embedded.ts'

test('creates a missing database, even over the remains of an interrupted start', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'penmark-initialise-'))
  const place = path.join(folder, 'deep', 'database')
  fs.mkdirSync(`${place}.new`, { recursive: true })
  fs.writeFileSync(path.join(`${place}.new`, 'PG_VERSION'), 'half')
  const database = await openEmbedded(place)
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
  expect(fs.readdirSync(path.dirname(place))).toEqual(['database'])
  fs.rmSync(folder, { recursive: true, force: true })
})
