import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { penmark, prose, temporaryFolder } from '../testing/penmark.ts'
import { faultsOf } from '../testing/schema.ts'

const fixtures = join(import.meta.dirname, '../../../extract/fixtures/files')
const fixture = (name: string) => join(fixtures, name)

interface JsonRecord {
  file: string
  error?: string
  words?: number
  score?: number | null
  p_value?: number | null
  n?: number | null
  label?: string
  words_needed?: number
}

interface FullRecord {
  calibration: object
  facts: { kind: string }[]
  results: { spans: { evidence?: object[] }[] }[]
  evidence: { style: object[] }
  detector: { model_hash: string }
}

/** An argument in a file. The fixtures of other types hold a personal story, which is not scored. */
async function essayFile(): Promise<string> {
  const file = join(await temporaryFolder(), 'essay.txt')
  await writeFile(file, prose)
  return file
}

test('prints a score and what it means in figures, and reads PDF, DOCX, DOC and plain text', async () => {
  const text = await essayFile()
  const files = [fixture('office-essay.pdf'), fixture('office-essay.docx'), fixture('office-essay.doc'), text]
  const { code, out, err } = await penmark(['check', ...files])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  for (const file of files) expect(out).toContain(file)
  expect(out.match(/\d+\.\d %/g)).toHaveLength(1)
  expect(out.match(/students’ essays, reports and reflections of this length,? .*\d/g)).toHaveLength(1)
  expect(out.match(/Imaginative writing, so not scored/g)).toHaveLength(3)
  expect(out).toContain('A score is a reason to talk, not proof')
})

test('--json prints the same results for programs, one record per file', async () => {
  const { code, out } = await penmark(['check', '--json', fixture('office-essay.docx'), await essayFile()])
  const records = JSON.parse(out) as JsonRecord[]
  expect(code).toBe(0)
  expect(records).toHaveLength(2)
  const [story, essay] = records
  expect(story?.words).toBeGreaterThan(300)
  expect(story).toMatchObject({ score: null, label: 'insufficient-text' })
  expect(essay?.score).toBeGreaterThanOrEqual(0)
  expect(essay?.score).toBeLessThanOrEqual(1)
  expect(essay?.p_value).toBeGreaterThan(0)
  expect(essay?.n).toBeGreaterThan(0)
  expect(essay?.label).toBe((essay?.score ?? 0) >= 0.5 ? 'ai-generated' : 'human-written')
})

const cited = `${prose}

Rivers rise (Smith, 2019) and fall (Jones, 2018). Nobody knows why (Kirkbride, 2017).

References

Smith, J. (2019). Rivers. Press. ISBN 978-0-306-40615-3.

Jones, K. (2018). Streams. Press.`

test('says of references what the report says, without asking anybody', async () => {
  const { code, out } = await penmark(['check', '-'], cited)
  expect(code).toBe(0)
  expect(out).toContain('Reference list:\n    Compared with the text · 2 entries\n')
  expect(out).toMatch(/Cited but not listed:\n {4}No entry · .*Kirkbride, 2017/)
  expect(out).toMatch(/Identifiers that cannot be right:\n {4}ISBN · .*978-0-306-40615-3/)
  expect(out).toContain('Forgotten entries and slips in a year are common')
  const [record] = JSON.parse((await penmark(['check', '--json', '-'], cited)).out) as FullRecord[]
  expect(record?.facts.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['reference-list', 'unlisted-citation', 'malformed-identifier']),
  )
  expect(faultsOf('check', [record])).toEqual([])
})

/** The paragraphs of a PDF of one page, a line each. */
function pdfOf(paragraphs: readonly string[]): string {
  const lines = paragraphs.map(
    (text, nth) => `BT /F 5 Tf 40 ${800 - nth * 20} Td (${text.replace(/[()]/g, '\\$&')}) Tj ET`,
  )
  const content = lines.join('\n')
  return [
    '%PDF-1.4',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Count 1 /Kids [4 0 R] >> endobj',
    '3 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Courier >> endobj',
    '4 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> /Contents 5 0 R >> endobj',
    `5 0 obj << /Length ${content.length} >> stream\n${content}\nendstream endobj`,
    'trailer << /Root 1 0 R >>',
    '%%EOF',
  ].join('\n')
}

test('compares no names of a PDF with its list, as the report does not', async () => {
  const file = join(await temporaryFolder(), 'cited.pdf')
  await writeFile(file, pdfOf(cited.slice(cited.indexOf('Rivers rise')).split('\n\n')))
  const { code, out } = await penmark(['check', file])
  expect(code).toBe(0)
  expect(out).toContain('Reference list:\n    Not compared')
  expect(out).not.toContain('Cited but not listed')
})

test('--json matches its published schema for every outcome, and leaves nothing out', async () => {
  const { out } = await penmark([
    'check',
    '--json',
    fixture('office-hidden.docx'),
    await essayFile(),
    'absent.txt',
  ])
  const results = JSON.parse(out) as FullRecord[]
  expect(faultsOf('check', results)).toEqual([])
  const [hidden, essay] = results
  expect(hidden?.facts.map(({ kind }) => kind)).toContain('hidden-text')
  expect(essay?.calibration).toMatchObject({
    human_band: { low: expect.any(Number) },
    false_positive_n: expect.any(Number),
  })
  expect(essay?.results[0]).toMatchObject({ kind: expect.any(String) })
  expect(essay?.evidence.style.length).toBeGreaterThan(10)
  expect(essay?.results.flatMap(({ spans }) => spans).some(({ evidence = [] }) => evidence.length > 0)).toBe(
    true,
  )
  expect(essay?.detector.model_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('the published schema rejects a result with a missing field or a score above 1', async () => {
  const { out } = await penmark(['check', '--json', '-'], prose)
  const [record] = JSON.parse(out) as FullRecord[]
  expect(faultsOf('check', [record])).toEqual([])
  const { results: _, ...lacking } = record as FullRecord
  expect(faultsOf('check', [lacking])).not.toEqual([])
  expect(faultsOf('check', [{ ...record, score: 1.2 }])).not.toEqual([])
})

test('- reads text from standard input', async () => {
  const { code, out } = await penmark(['check', '--json', '-'], prose)
  expect(code).toBe(0)
  expect((JSON.parse(out) as JsonRecord[])[0]?.words).toBeGreaterThan(120)
})

test('a text that is too short gets no score, only the number of words needed', async () => {
  const { code, out } = await penmark(['check', '-'], 'A few words only.')
  expect(code).toBe(0)
  expect(out).toContain('Too short to score')
  expect(out).toMatch(/A score needs at least \d+ words\./)
  expect(out).not.toMatch(/\d %/)
})

test('a file that cannot be read gets an explanation, the others are still scored, and the exit code is 1', async () => {
  const folder = await temporaryFolder()
  await writeFile(
    join(folder, 'renamed.pdf'),
    Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000', 'latin1'),
  )
  await writeFile(join(folder, 'empty.txt'), '')
  await mkdir(join(folder, 'folder.pdf'))
  const bad = ['renamed.pdf', 'empty.txt', 'folder.pdf', 'absent.docx'].map((name) => join(folder, name))
  const { code, out, err } = await penmark(['check', ...bad, fixture('bad-encrypted.pdf'), await essayFile()])
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(out.match(/Not scored/g)).toHaveLength(5)
  for (const sentence of [
    'There is no such file.',
    'This is a folder.',
    'The file contains no text.',
    'The file is not a PDF, Word or plain text file',
    'password-protected',
  ]) {
    expect(out).toContain(sentence)
  }
  expect(out).toMatch(/essay\.txt .+\d+\.\d %/)
})

test('control characters in a file name are not sent to the terminal', async () => {
  const { out } = await penmark(['check', 'essay\u001B[2J.pdf'])
  expect(out).not.toContain('\u001B')
  expect(out).toContain('essay�[2J.pdf')
})
