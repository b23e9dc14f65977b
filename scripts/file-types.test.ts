import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileTypes } from '../packages/contract/src/documents/file-types.ts'
import { readTypes } from '../packages/extract/src/extraction/file-types.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
const sources = [
  'apps/server/src',
  'apps/web/src',
  'apps/web/public/locales',
  'packages/cli/src',
  'packages/contract/src',
  'packages/wording/src',
]
  .flatMap(filesIn)
  .filter((file) => /\.(?:tsx?|json|txt)$/.test(file) && !/\.test\.|\.fixture\.|\/testing\//.test(file))
const pages = readdirSync(join(root, 'docs'))
  // What was measured, with the files it was measured on.
  .filter((file) => file.endsWith('.md') && file !== 'reliability.md')
  .map((file) => `docs/${file}`)
/** Comments may give examples. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** A list of the types, or one that no other text has a reason to name. */
const naming = /(?<!essay\.)\bdocx\b|PDF, Word|ni un PDF/i

/** What a new type of files changes beside its reader in packages/extract and tests. */
const changed = [
  'README.md',
  // French names each kind with its article, so neither language inserts the list.
  'apps/web/public/locales/en-GB/cases.json',
  'apps/web/public/locales/fr-FR/cases.json',
  'docs/api.md',
  'packages/contract/src/documents/file-types.ts',
]
/** Counts the words of a file before its upload, and leaves a type that it does not know to the server. */
const browserReader = 'apps/web/src/features/documents/upload/words/count-words.ts'

test('the types of files are named in five files', () => {
  const found = ['README.md', ...pages, ...sources].filter((file) =>
    naming.test(file.endsWith('.md') ? read(file) : withoutComments(read(file))),
  )
  expect(found.toSorted()).toEqual([...changed, browserReader].toSorted())
  expect(changed.length).toBeLessThanOrEqual(5)
})

test('every type that can be uploaded has a reader', () => {
  expect([...readTypes]).toEqual(fileTypes)
})
