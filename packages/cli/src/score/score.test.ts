import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { penmark, prose, temporaryFolder } from '../testing/penmark.ts'
import { faultsOf } from '../testing/schema.ts'

interface ScoreRecord {
  id: string | number
  score: number | null
  label: string
  p_value: number | null
  words: number
}

const parse = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ScoreRecord)
const jsonl = (items: object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')

test('writes one line per document, in order, with any number of threads', async () => {
  const folder = await temporaryFolder()
  const [from, to] = [join(folder, 'in.jsonl'), join(folder, 'out.jsonl')]
  const items = Array.from({ length: 500 }, (_, i) => ({
    id: i % 2 ? i : `essay-${i}`,
    text: i % 5 === 0 ? 'Too short.' : `${prose} ${i}`,
  }))
  await writeFile(from, jsonl(items))
  const { code, out, err } = await penmark(['score', '--jsonl', from, '--out', to, '--workers', '3'])
  expect({ code, out, err }).toEqual({ code: 0, out: '', err: 'Documents scored: 500.\n' })
  const results = parse(await readFile(to, 'utf8'))
  expect(results.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  expect(Object.keys(results[0] ?? {})).toEqual(['id', 'score', 'label', 'p_value', 'words'])
  expect(results[0]).toMatchObject({ score: null, label: 'insufficient-text', p_value: null, words: 2 })
  expect(results[1]?.score).toBeGreaterThanOrEqual(0)
  expect(results[1]?.p_value).toBeGreaterThan(0)
})

test('agrees with check on the same text', async () => {
  const scored = parse(
    (await penmark(['score', '--jsonl', '-', '--out', '-'], jsonl([{ id: 1, text: prose }]))).out,
  )[0]
  const checked = (JSON.parse((await penmark(['check', '--json', '-'], prose)).out) as ScoreRecord[])[0]
  expect(scored).toMatchObject({
    score: checked?.score,
    label: checked?.label,
    p_value: checked?.p_value,
    words: checked?.words,
  })
})

test('--full prints the same fields as check --json on each line, and both match their published schemas', async () => {
  const items = jsonl([
    { id: 1, text: prose },
    { id: 'short', text: 'Too short.' },
  ])
  const [plain] = parse((await penmark(['score', '--jsonl', '-', '--out', '-'], items)).out)
  const full = parse((await penmark(['score', '--full', '--jsonl', '-', '--out', '-'], items)).out)
  const [checked] = JSON.parse((await penmark(['check', '--json', '-'], prose)).out) as object[]
  const {
    file: _,
    verdict: __,
    meaning: ___,
    n: ____,
    detector: _____,
    ...said
  } = checked as Record<string, unknown>
  expect(full[0]).toEqual({ ...said, id: 1 })
  expect(full[0]).toMatchObject({ ...plain })
  expect(faultsOf('score', plain)).toEqual([])
  for (const line of full) expect(faultsOf('score-full', line)).toEqual([])
})

test('an invalid line is reported by its number, and every valid line is still written', async () => {
  const good = JSON.stringify({ id: 'good', text: prose })
  const lines = [good, '{"id": 1, "text"', '', '[1]', '{"text": "no id"}', '{"id": "x"}', good, 'null']
  const { code, out, err } = await penmark(['score', '--jsonl', '-', '--out', '-'], lines.join('\n'))
  expect(code).toBe(1)
  expect(parse(out)).toHaveLength(2)
  expect(err.split('\n')).toEqual([
    'Line 2 is not valid JSON. It was skipped.',
    'Line 4 is not a JSON object. It was skipped.',
    'Line 5 has no "id" (a string or a number). It was skipped.',
    'Line 6 has no "text" (a string). It was skipped.',
    'Line 8 is not a JSON object. It was skipped.',
    'Documents scored: 2. Lines skipped: 5.',
    '',
  ])
})

test('refuses to overwrite its input', async () => {
  const file = join(await temporaryFolder(), 'texts.jsonl')
  await writeFile(file, jsonl([{ id: 1, text: prose }]))
  const { code, err } = await penmark(['score', '--jsonl', file, '--out', file])
  expect(code).toBe(2)
  expect(err).toContain('which would be overwritten')
  expect(parse(await readFile(file, 'utf8'))).toHaveLength(1)
})

test('a missing input, an unwritable output and a missing model each end with an explanation', async () => {
  const folder = await temporaryFolder()
  const from = join(folder, 'in.jsonl')
  await writeFile(from, jsonl([{ id: 1, text: prose }]))
  const attempts = [
    ['--jsonl', join(folder, 'absent.jsonl'), '--out', '-'],
    ['--jsonl', from, '--out', join(folder, 'absent/out.jsonl')],
    ['--jsonl', from, '--out', '-', '--model', join(folder, 'absent.penmark')],
  ]
  for (const attempt of attempts) {
    const { code, err } = await penmark(['score', ...attempt])
    expect(code).toBe(1)
    expect(err).toContain('no such file or directory')
    expect(err).not.toContain('    at ')
  }
})
