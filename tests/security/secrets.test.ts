import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readsEnvironment, secretsIn } from './secrets.ts'

const root = path.join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
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
  expect(tracked.filter((file) => /(^|\/)\.env(\.|$)|\.(pem|key|p12|pfx|keystore)$|(^|\/)(id_rsa|credentials)(\.|$)/.test(file))).toEqual(
    [],
  )
})

/** Only the settings read the environment; PostgreSQL's tools get it with a password added. */
const readers = ['apps/server/src/start.ts', 'apps/server/src/backup/postgres-tools.ts']

test("only the settings read the server's environment, and the web reads none", () => {
  const sources = files.filter(
    ([file]) =>
      /^(apps\/\w+|packages\/(contract|detector|extract))\/src\/.*\.tsx?$/.test(file) && !/\.test\.|\/testing\/|\/test\/|test-/.test(file),
  )
  const found = sources.filter(([, text]) => readsEnvironment(text)).map(([file]) => file)
  expect(found.filter((file) => !readers.includes(file))).toEqual([])
})

test.each([
  ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIE`],
  ['a live key of a payment provider', `sk_${'live'}_${'a1'.repeat(12)}`],
  ['an access key of a cloud', `AKIA${'A1B2'.repeat(4)}`],
  ['a key of ours', `pmk_${'a'.repeat(43)}`],
  ['an address with a password', `postgres://penmark:${'correct'}horse@db.school/penmark`],
])('%s would be found', (name, text) => {
  expect(secretsIn(`const it = '${text}'`)).toEqual([name])
})
