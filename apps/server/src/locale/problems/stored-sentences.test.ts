import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { sentenceOf } from './reason.ts'

const migration = new URL(
  '../../services/database/migrations/20261127081500_problems__reasons_are_codes.sql',
  import.meta.url,
)

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  const [, definition = ''] =
    /(create function reason_of[\s\S]*?\$\$;)/.exec(await readFile(migration, 'utf8')) ?? []
  await testApp.database.query(definition)
})
afterAll(() => testApp.close())

const nothingCounted = 'Nothing was counted against your allowance.'

test.each([
  [
    `This file is protected with a password, so we cannot read it. ${nothingCounted} Save a copy without the password and upload that.`,
    { code: 'file_encrypted', params: {} },
    `Ce fichier est protégé par un mot de passe`,
  ],
  [
    'This document has 5,001 words, more than are left of your monthly allowance. It was not processed.',
    { code: 'too_few_words_left', params: { words: 5_001 } },
    'Ce document compte 5\u202f001 mots',
  ],
  [
    'This document has 30,040 characters, more than are left of your monthly allowance. It was not processed, and it was not kept, because other documents are already waiting. Upload it again once there is room.',
    { code: 'too_few_characters_left_and_not_kept', params: { characters: 30_040 } },
    'Il n’a été ni traité ni conservé',
  ],
  [
    `This document has 1,204 pages and we read up to 1000. ${nothingCounted} Split it into parts and upload each part.`,
    { code: 'too_many_pages', params: { pages: 1_204, most: 1_000 } },
    'Ce document a 1\u202f204 pages et nous en lisons au plus 1\u202f000.',
  ],
  [
    'The backup failed: EIO: i/o error, write',
    { code: 'backup_failed', params: { error: 'EIO: i/o error, write' } },
    'La sauvegarde a échoué',
  ],
  [
    'It rained on the server.',
    { code: 'verbatim', params: { text: 'It rained on the server.' } },
    'It rained on the server.',
  ],
])(
  'a reason that an earlier version stored is shown in the reader’s language: %s',
  async (stored, expected, french) => {
    const { rows } = await testApp.database.query('select reason_of($1) as reason', [stored])
    const reason = rows[0]?.reason as typeof expected
    expect(reason).toEqual(expected)
    expect(sentenceOf(reason, 'fr-FR')).toContain(french)
  },
)
