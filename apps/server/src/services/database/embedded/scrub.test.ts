import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDatabaseFolder } from '../../../testing/database.ts'
import type { Database } from '../database.ts'
import { openEmbedded } from './embedded.ts'
import { isScrubDue } from './scrub.ts'

const mark = 'Zebrafish'
/** Two days from now, at whatever hour. */
const later = new Date(Date.now() + 48 * 60 * 60 * 1_000)
let folder: string
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-scrub-'))
  fillDatabaseFolder(path.join(folder, 'database'))
  database = await openEmbedded(path.join(folder, 'database'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function filesWithMark(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(file)).includes(mark) ? [file] : [])),
  )
  return found.flat()
}

test('scrubs every copy of deleted data from the database files, and keeps the rest', async () => {
  const keptId = '00000000-0000-4000-8000-000000000001'
  const insert = async (id: string, word: string) => {
    await database.query(
      'insert into teachers (id, subject, first_name, last_name) values ($1::uuid, $2 || $1::text, $2::text, $2::text)',
      [id, word],
    )
    await database.query(
      "insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status) values ($1::uuid, $1::uuid, $2, 'txt', 1, 'COMPLETED')",
      [id, `${word}.txt`],
    )
    // One value is short enough to be stored in the row, one long enough to be stored beside it (TOAST).
    for (const length of [100, 50_000]) {
      const text = `${word} ${Array.from({ length }, (_, nth) => ((nth * 7_919) % 89_989).toString(36)).join(' ')}`
      await database.query(
        'insert into document_texts values ($1, $2) on conflict (document_id) do update set text = excluded.text',
        [id, text],
      )
    }
  }
  await insert(keptId, 'Kept')
  for (let nth = 2; nth < 40; nth += 1)
    await insert(keptId.replace(/1$/, '').slice(0, -1) + String(nth).padStart(2, '0'), mark)
  await database.query('analyze')
  await database.query('delete from documents where original_filename like $1', [`${mark}%`])
  await database.query('delete from teachers where first_name = $1', [mark])
  await database.tidy()
  await database.query('checkpoint')
  expect(await filesWithMark()).not.toEqual([])

  expect(await database.scrub?.(new Date())).toBe(false)
  expect(await database.scrub?.(later)).toBe(true)
  expect(await filesWithMark()).toEqual([])
  const { rows } = await database.query('select left(text, 4) as text from document_texts')
  expect(rows).toEqual([{ text: 'Kept' }])
})

test('does so once a day', async () => {
  expect(await database.scrub?.(new Date(later.getTime() + 60_000))).toBe(false)
})

describe('the time to do so', () => {
  const timeAt = (day: number, hour: number) => new Date(2026, 10, day, hour)
  test.each([
    ['the night after', timeAt(1, 12), timeAt(2, 2), false],
    ['a night a day later', timeAt(1, 3), timeAt(2, 3), true],
    ['the day before that', timeAt(1, 3), timeAt(1, 23), false],
    ['noon, where the machine sleeps at night', timeAt(1, 3), timeAt(2, 12), false],
    ['the afternoon after that', timeAt(1, 3), timeAt(2, 15), true],
  ])('%s', (_, last, now, isDue) => {
    expect(isScrubDue(last, now)).toBe(isDue)
  })
})
