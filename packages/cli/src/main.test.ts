import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fromSource, penmark, penmarkIntoHead, prose } from './testing/penmark.ts'

test('--help describes the commands', async () => {
  const { code, out } = await penmark(['--help'])
  expect(code).toBe(0)
  expect(out).toContain('penmark check FILE…')
  expect(out).toContain('penmark score --jsonl IN --out OUT')
})

test('--version prints the version of the package', async () => {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  expect(await penmark(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
})

test.each([
  ['--version'],
  [
    'check',
    '--json',
    fileURLToPath(new URL('../../extract/fixtures/files/office-essay.docx', import.meta.url)),
  ],
  ['score', '--jsonl', '-', '--out', '-', '--workers', '1'],
])('%s prints the same from source, as npx starts it, as from a bundle', async (...args) => {
  const input = JSON.stringify({ id: 'essay', text: prose })
  const ran = await penmark(args, input, {}, fromSource)
  expect(ran.code).toBe(0)
  expect(ran).toEqual(await penmark(args, input))
})

test.each([
  [[], 'Give a command'],
  [['judge'], 'There is no command "judge"'],
  [['check'], 'Give at least one file'],
  [['check', '--colour', 'a.txt'], '--colour'],
  [['score', '--jsonl', 'in.jsonl'], 'Give both --jsonl IN and --out OUT.'],
  [['verify'], 'Give the evidence pack to verify'],
  [['verify', 'a.zip', 'b.zip'], 'one evidence pack at a time'],
  [['score', 'in.jsonl'], 'Give the input with --jsonl'],
  [['score', '--jsonl', 'in', '--out', 'out', '--workers', '0'], '--workers takes a whole number'],
])('the invalid command %j exits with code 2 and says what to change', async (args, message) => {
  const { code, out, err } = await penmark(args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
})

test('the program ends without an error when its output pipe is closed early', async () => {
  const text = 'We went to the lake on Saturday because my uncle had said the fish were biting. '.repeat(8)
  const lines = Array.from({ length: 4_000 }, (_, id) => JSON.stringify({ id, text })).join('\n')
  for (const { args, input } of [
    { args: ['check', '--json', '-'], input: text.repeat(40) },
    { args: ['score', '--jsonl', '-', '--out', '-', '--workers', '1', '--full'], input: lines },
  ]) {
    const { code, err } = await penmarkIntoHead(args, input)
    expect(err).not.toMatch(/EPIPE| {4}at /)
    expect(code).toBe(0)
  }
})

test('the model can be chosen by name, by path or with DETECTOR_MODEL', async () => {
  const text = 'We went to the lake on Saturday because my uncle had said the fish were biting. '.repeat(8)
  const detectorOf = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
    const { out } = await penmark(['check', '--json', ...args, '-'], text, env)
    return (JSON.parse(out) as { detector: { name: string } }[])[0]?.detector.name
  }
  expect(await detectorOf([])).toBe('standard')
  expect(await detectorOf(['--model', 'open'])).toBe('open')
  expect(await detectorOf([], { DETECTOR_MODEL: 'open' })).toBe('open')
  expect(await detectorOf(['--model', 'standard'], { DETECTOR_MODEL: 'open' })).toBe('standard')
  expect(
    await detectorOf(['--model', fileURLToPath(new URL('../../../models/open.penmark', import.meta.url))]),
  ).toBe('open')
})

test('a file that is not a model is refused with an explanation', async () => {
  const { code, err } = await penmark(['check', '--model', 'package.json', '-'], 'text')
  expect(code).toBe(1)
  expect(err).toContain('not a Penmark model file')
  expect(err).not.toContain('    at ')
})
