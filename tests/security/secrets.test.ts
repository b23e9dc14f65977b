import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readsEnvironment, secretsIn } from './secrets.ts'

const root = path.join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean)
const isText = (file: string) => !/\.(png|pdf|docx?|penmark|woff2|ttf|ico|jpe?g|webp|tar|gz)$/.test(file)
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = tracked.filter(isText).flatMap((file) => {
  try {
    return [[file, read(file)] as const]
  } catch {
    // Deleted but not committed yet.
    return []
  }
})

test('no file contains a secret', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap(([file, text]) => secretsIn(text).map((secret) => `${file}: ${secret}`))
  expect(found).toEqual([])
})

test('no file is of a kind that usually holds secrets', () => {
  expect(
    tracked.filter((file) =>
      /(^|\/)\.env(\.|$)|\.(pem|key|p12|pfx|keystore)$|(^|\/)(id_rsa|credentials)(\.|$)/.test(file),
    ),
  ).toEqual([])
})

/** The settings read it, and PostgreSQL's tools inherit it with a password added. */
const environmentReaders = [
  'apps/server/src/main/start.ts',
  'apps/server/src/services/backup/postgres-tools.ts',
]

test("only the settings read the server's environment, and the web reads none", () => {
  const sources = files.filter(
    ([file]) =>
      /^(apps\/\w+|packages\/(contract|detector|extract|writing))\/src\/.*\.tsx?$/.test(file) &&
      !/\.test\.|\/testing\/|\/test\/|test-/.test(file),
  )
  const found = sources.filter(([, text]) => readsEnvironment(text)).map(([file]) => file)
  expect(found.filter((file) => !environmentReaders.includes(file))).toEqual([])
})

test.each([
  ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIE`],
  ['a live key of a payment provider', `sk_${'live'}_${'a1'.repeat(12)}`],
  ['a cloud access key', `AKIA${'A1B2'.repeat(4)}`],
  ['a Penmark API key', `pmk_${'a'.repeat(43)}`],
  ['a URL with a password', `postgres://penmark:${'correct'}horse@db.school/penmark`],
])('finds %s', (name, text) => {
  expect(secretsIn(`const it = '${text}'`)).toEqual([name])
})
