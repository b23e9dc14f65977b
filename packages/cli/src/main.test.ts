import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { penmark } from './testing/penmark.ts'

test('--help says what it can do', async () => {
  const { code, out } = await penmark(['--help'])
  expect(code).toBe(0)
  expect(out).toContain('penmark check FILE…')
  expect(out).toContain('penmark score --jsonl IN --out OUT')
})

test('--version prints the version of the package', async () => {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(await penmark(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
})

test.each([
  [[], 'Name a command'],
  [['judge'], 'There is no command "judge"'],
  [['check'], 'Name at least one file'],
  [['check', '--colour', 'a.txt'], '--colour'],
  [['score', '--jsonl', 'in.jsonl'], 'Name both --jsonl IN and --out OUT.'],
  [['score', 'in.jsonl'], 'Name the input with --jsonl'],
  [['score', '--jsonl', 'in', '--out', 'out', '--workers', '0'], '--workers takes a whole number'],
])('a wrong command %j ends with code 2 and says what to change', async (args, message) => {
  const { code, out, err } = await penmark(args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
})

test('a file that is no model is refused with a sentence', async () => {
  const { code, err } = await penmark(['check', '--model', 'package.json', '-'], 'text')
  expect(code).toBe(1)
  expect(err).toContain('not a Penmark model file')
  expect(err).not.toContain('    at ')
})
