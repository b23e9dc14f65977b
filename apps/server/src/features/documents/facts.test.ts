import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Document, Report } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { prose } from '../../testing/text.ts'

const fixtures = path.join(import.meta.dirname, '../../../../../packages/extract/fixtures/files')

let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

async function factsOf(name: string, content: Buffer | string): Promise<string[]> {
  const { body } = await ana.upload('/documents/upload', 'file', [{ name, content }])
  const { id } = await ana.finished((body as Document).id)
  const report = (await ana.call('GET', `/results/document/${id}`)).body as Report
  return report.facts.map(({ kind, name: of }) => (of ? `${kind} ${of}` : kind))
}

const text = prose(120)

test.each([
  ['invisible characters', text.replaceAll('letter', 'let\u200bter'), ['invisible-characters']],
  ['look-alike letters', text.replaceAll('letter', 'l\u0435tter'), ['look-alike-letters']],
  ['words of a chat', `Certainly! Here is your essay about rivers.\n\n${text}`, ['prompt-echo']],
  ['formatting marks', `# Rivers\n\n**Rivers** are long.\n\n${text}`, ['markdown-remains']],
])('what is found in a file reaches its report: %s', async (_, content, kinds) => {
  expect(await factsOf('essay.txt', content)).toEqual(expect.arrayContaining(kinds))
})

test.each(['docx', 'pdf'])('text that nobody sees and what a %s says of itself reach its report, apart from the score', async (type) => {
  const facts = await factsOf(`hidden.${type}`, await readFile(path.join(fixtures, `office-hidden.${type}`)))
  expect(facts).toEqual(expect.arrayContaining(['hidden-text white', 'hidden-text tiny', 'metadata producer', 'metadata created']))
})

test('text recognised from a scan is scored and told as such, never as hidden', async () => {
  const facts = await factsOf('scan.pdf', await readFile(path.join(fixtures, 'reportlab-recognised.pdf')))
  expect(facts).toContain('recognised-text pages')
  expect(facts.filter((fact) => fact.startsWith('hidden-text'))).toEqual([])
})

test('a clean text has nothing to tell', async () => {
  expect(await factsOf('clean.txt', text)).toEqual([])
})
