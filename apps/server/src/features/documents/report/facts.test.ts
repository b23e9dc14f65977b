import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { apiBase, type Document, type Report } from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { docxOf } from '../../../../../../packages/extract/fixtures/hostile.ts'
import { expectAccessible } from '../../../testing/accessible-pdf.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

const fixtures = path.join(import.meta.dirname, '../../../../../../packages/extract/fixtures/files')

/** Recognition gives way to all other work, so on a busy machine a page of two seconds can take minutes. */
const scanTimeoutMs = 300_000

let releaseScan = () => {}
const seen = new Promise<void>((resolve) => {
  releaseScan = resolve
})
let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({
    wrap: (real) => ({
      // Delays the result of a scan until the test has seen its row.
      recogniseFile: async (file, options) => {
        const read = await real.recogniseFile(file, options)
        await seen
        return read
      },
    }),
  })
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

async function reportOf(name: string, content: Buffer | string): Promise<Report> {
  const { body } = await ana.upload('/documents/upload', 'file', [{ name, content }])
  const { id } = await ana.finished((body as Document).id)
  return (await ana.call('GET', `/results/document/${id}`)).body as Report
}

async function factsOf(name: string, content: Buffer | string): Promise<string[]> {
  return (await reportOf(name, content)).facts.map(({ kind, name: of }) => (of ? `${kind} ${of}` : kind))
}

const text = prose(120)

test.each([
  ['invisible characters', text.replaceAll('letter', 'let\u200bter'), ['invisible-characters']],
  ['look-alike letters', text.replaceAll('e', '\u0435'), ['look-alike-letters']],
  ['words of a chat', `Certainly! Here is your essay about rivers.\n\n${text}`, ['prompt-echo']],
  [
    'references',
    `${text}

Rivers rise (Smith, 2019) and fall (Jones, 2018). Nobody knows why (Kirkbride, 2017).

References

Smith, J. (2019). Rivers. Press. ISBN 978-0-306-40615-3.

Jones, K. (2018). Streams. Press.`,
    ['reference-list compared', 'unlisted-citation no-entry', 'malformed-identifier isbn'],
  ],
  ['formatting marks', `# Rivers\n\n**Rivers** are long.\n\n${text}`, ['markdown-remains']],
])('facts about a file appear in its report: %s', async (_, content, kinds) => {
  expect(await factsOf('essay.txt', content)).toEqual(expect.arrayContaining(kinds))
})

test.each(['docx', 'pdf'])(
  'hidden text and metadata of a %s appear in its report, separate from the score',
  async (type) => {
    const facts = await factsOf(
      `hidden.${type}`,
      await readFile(path.join(fixtures, `office-hidden.${type}`)),
    )
    expect(facts).toEqual(
      expect.arrayContaining([
        'hidden-text white',
        'hidden-text tiny',
        'metadata producer',
        'metadata created',
      ]),
    )
  },
)

test('text recognised from a scan is scored and reported as such, never as hidden', async () => {
  const facts = await factsOf('scan.pdf', await readFile(path.join(fixtures, 'reportlab-recognised.pdf')))
  expect(facts).toContain('recognised-text pages')
  expect(facts.filter((fact) => fact.startsWith('hidden-text'))).toEqual([])
})

test(
  'a scan is read by recognition, its row names the page, and its report and PDF the confidence',
  async () => {
    const { body } = await ana.upload('/documents/upload', 'file', [
      { name: 'scan.pdf', content: await readFile(path.join(fixtures, 'scan-english.pdf')) },
    ])
    const { id } = body as Document
    const row = async () => (await ana.call('GET', `/documents/${id}`)).body as Document
    await vi.waitUntil(async () => (await row()).reading_page === 1, {
      timeout: scanTimeoutMs,
      interval: 100,
    })
    expect(await row()).toMatchObject({
      status: 'PROCESSING',
      stage: 'extracting',
      reading_page: 1,
      page_count: 1,
    })
    releaseScan()
    await ana.finished(id)
    expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
      status: 'COMPLETED',
      reading_page: null,
    })
    const report = (await ana.call('GET', `/results/document/${id}`)).body as Report
    const scan = report.facts.find(({ kind }) => kind === 'scan')
    expect(scan).toMatchObject({ severity: 'information', count: 1, scan: { pages: [{ page: 1 }] } })
    const { rawPayload } = await testApp.app.inject({
      url: `${apiBase}/results/document/${id}/pdf?appendix=true`,
      headers: await testApp.headers('ana'),
    })
    await expectAccessible(rawPayload)
    const { text: pdf } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
      mergePages: true,
    })
    expect(pdf.replaceAll(/\s+/g, ' ')).toContain(
      `Read from a scan (mean confidence ${scan?.scan?.confidence}%)`,
    )
  },
  scanTimeoutMs,
)

test(
  'a scan that is too coarse to read gets no finding, and says so',
  async () => {
    const { body } = await ana.upload('/documents/upload', 'file', [
      { name: 'poor.pdf', content: await readFile(path.join(fixtures, 'scan-poor.pdf')) },
    ])
    const { id } = await ana.finished((body as Document).id)
    expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
      status: 'ERROR',
      finding: null,
      status_reason: expect.stringMatching(/only a few dots high.+Nothing was counted.+300 dots per inch/),
    })
  },
  scanTimeoutMs,
)

/** A Word file whose last words were added in a separate session. */
function wordFile(content: string): Buffer {
  const run = (session: string, words: string) =>
    `<w:r w:rsidR="${session}"><w:t xml:space="preserve">${words}</w:t></w:r>`
  const end = content.lastIndexOf(' ', content.length - 30)
  return docxOf(
    `<w:p>${run('00A10001', content.slice(0, end))}${run('00B20002', content.slice(end))}</w:p>`,
    [
      {
        name: 'docProps/app.xml',
        data: '<Properties><Application>Microsoft Office Word</Application><TotalTime>4</TotalTime></Properties>',
      },
      {
        name: 'docProps/core.xml',
        data: '<cp:coreProperties xmlns:cp="cp"><cp:revision>2</cp:revision></cp:coreProperties>',
      },
    ],
  )
}

test('the editing history of a Word file appears in its report and PDF, with the share of words from one session', async () => {
  const report = await reportOf('word.docx', wordFile(text))
  const history = report.facts.find(({ name }) => name === 'summary')?.history
  expect(history).toMatchObject({
    words: report.words,
    minutes: 4,
    saves: 2,
    sessions: 2,
    stretches: [{ session: 1 }, { session: 2 }],
  })
  const { rawPayload } = await testApp.app.inject({
    url: `${apiBase}/results/document/${report.document_id}/pdf?appendix=true`,
    headers: await testApp.headers('ana'),
  })
  await expectAccessible(rawPayload)
  const { text: pdf } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
    mergePages: true,
  })
  expect(pdf.replaceAll(/\s+/g, ' ')).toMatch(
    /4 minutes of editing, 2 saves, 2 sessions; 9\d% of the words arrived in one session/,
  )
  expect(pdf).toContain('Harmless reasons')
})

test('the history of a PDF appears as information, and a page that hides a sentence as notable', async () => {
  const severities = async (name: string, content: Buffer) =>
    (await reportOf(name, content)).facts.map(({ kind, severity }) => `${kind} ${severity}`)
  const pdf = await readFile(path.join(fixtures, 'office-essay.pdf'))
  const signed = Buffer.concat([
    pdf,
    Buffer.from(`\n% signed\nstartxref\n${/startxref\s+(\d+)/.exec(pdf.toString('latin1'))?.[1]}\n%%EOF\n`),
  ])
  expect(await severities('signed.pdf', signed)).toContain('pdf-history information')
  expect(await severities('hidden.pdf', await readFile(path.join(fixtures, 'office-hidden.pdf')))).toContain(
    'hidden-text notable',
  )
})

test('a clean text has no facts', async () => {
  expect(await factsOf('clean.txt', text)).toEqual([])
})
