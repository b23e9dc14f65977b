import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingDescriptions } from '../../apps/server/src/main/config.ts'
import { settingsTable, withSettings } from './settings-table.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')

test('docs/settings.md lists every setting that the server reads, and no other', () => {
  expect(withSettings(page, settingDescriptions)).toBe(page)
})

test('formats a value as code and a description as text', () => {
  const table = settingsTable([
    { name: 'PORT', default: '3000', meaning: 'Where it listens' },
    { name: 'MODEL', default: 'the released model', meaning: 'What it judges with' },
  ])
  expect(table.split('\n').slice(2)).toEqual([
    '| `PORT` | `3000` | Where it listens |',
    '| `MODEL` | the released model | What it judges with |',
  ])
})

test('refuses a page without the markers around the table', () => {
  expect(() => withSettings('# Penmark\n', [])).toThrow('markers around the settings table are missing')
})
