import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { docxOf } from '../../fixtures/hostile.ts'
import { fixturePath } from '../../fixtures/manifest.ts'
import type { ExtractedFact } from '../extraction/extraction.ts'
import { extractBytes } from '../files/extract-bytes.ts'

interface Written {
  text: string
  /** Session of the run; without one the paragraph's counts. */
  session?: string
}

const run = ({ text, session }: Written) =>
  `<w:r${session ? ` w:rsidR="${session}"` : ''}><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (runs: Written[], session = '00A10001') =>
  `<w:p w:rsidRDefault="${session}">${runs.map(run).join('')}</w:p>`
const app = (inside: string) => ({ name: 'docProps/app.xml', data: `<Properties>${inside}</Properties>` })
const core = (inside: string) => ({
  name: 'docProps/core.xml',
  data: `<cp:coreProperties xmlns:cp="cp">${inside}</cp:coreProperties>`,
})
const settings = (...ids: string[]) => ({
  name: 'word/settings.xml',
  data: `<w:settings xmlns:w="w"><w:rsids>${ids.map((id) => `<w:rsid w:val="${id}"/>`).join('')}</w:rsids></w:settings>`,
})
const word = (minutes: number) =>
  app(`<Application>Microsoft Office Word</Application><TotalTime>${minutes}</TotalTime>`)

async function factsOf(file: Buffer): Promise<ExtractedFact[]> {
  return (await extractBytes(file)).facts.filter(({ kind }) => kind === 'editing-history')
}
const historyOf = async (file: Buffer) =>
  (await factsOf(file)).find(({ name }) => name === 'summary')?.history

const fixture = (name: string) => readFileSync(fixturePath(name))

describe('the editing history of a DOCX', () => {
  test('states editing time, number of saves, and the words of each session', async () => {
    const body = paragraph([
      { text: 'One two three four five six seven eight nine ' },
      { text: 'ten.', session: '00B20002' },
    ])
    const parts = [
      word(4),
      core('<cp:revision>3</cp:revision>'),
      settings('00A10001', '00B20002', '00C30003'),
    ]
    expect(await historyOf(docxOf(body, parts))).toEqual({
      words: 10,
      minutes: 4,
      saves: 3,
      sessions: 2,
      recorded: 3,
      largest: 9,
      stretches: [
        { session: 1, words: 9 },
        { session: 2, words: 1 },
      ],
    })
  })

  test('counts a word split over two sessions once, in the session of its first letter', async () => {
    const body = paragraph([{ text: 'The har' }, { text: 'bour moved', session: '00B20002' }])
    expect((await historyOf(docxOf(body)))?.stretches).toEqual([
      { session: 1, words: 2 },
      { session: 2, words: 1 },
    ])
  })

  test('recognises a session that occurs again', async () => {
    const body = ['00A10001', '00B20002', '00A10001', '00B20002']
      .map((session) => paragraph([{ text: 'Two words. ' }], session))
      .join('')
    const history = await historyOf(docxOf(body))
    expect(history?.sessions).toBe(2)
    expect(history?.stretches.map(({ session }) => session)).toEqual([1, 2, 1, 2])
  })

  test('excludes the words that the report excludes', async () => {
    const removed = '<w:del w:author="Ana"><w:r w:rsidR="00D40004"><w:delText>gone</w:delText></w:r></w:del>'
    const hidden = '<w:r w:rsidR="00E50005"><w:rPr><w:vanish/></w:rPr><w:t>hidden words</w:t></w:r>'
    const body = `<w:p w:rsidRDefault="00A10001">${run({ text: 'Seen.' })}${removed}${hidden}</w:p>`
    expect(await historyOf(docxOf(body))).toMatchObject({ words: 1, sessions: 1 })
  })

  test('states nothing if most words have no session: Pandoc and others copy minutes and saves from a template', async () => {
    const body = `<w:p><w:r><w:t>Five words without a session.</w:t></w:r>${run({ text: 'One.', session: '00A10001' })}</w:p>`
    expect(await historyOf(docxOf(body, [word(6), core('<cp:revision>1</cp:revision>')]))).toBeUndefined()
  })

  test('states nothing about a file from Google Docs, where every session is zero', async () => {
    expect(
      await factsOf(docxOf(paragraph([{ text: 'Written over weeks.', session: '00000000' }], '00000000'))),
    ).toEqual([])
  })

  test('states nothing about files from LibreOffice, which records neither time nor sessions', async () => {
    expect(await factsOf(fixture('office-essay.docx'))).toEqual([])
    expect(await factsOf(fixture('office-essay.doc'))).toEqual([])
  })

  test('treats zero minutes as measured only in Word, which records the time', async () => {
    const body = paragraph([{ text: 'Some words.' }])
    expect((await historyOf(docxOf(body, [word(0)])))?.minutes).toBe(0)
    expect(
      (await historyOf(docxOf(body, [app('<Application>Other</Application><TotalTime>0</TotalTime>')])))
        ?.minutes,
    ).toBeNull()
  })

  test('states no minutes where they cannot have been counted, as there are too many saves or sessions', async () => {
    const sessions = Array.from({ length: 14 }, (_, nth) =>
      paragraph([{ text: 'Written on another day.' }], `00A100${10 + nth}`),
    ).join('')
    const minutesOf = async (body: string, minutes: number, saves: number | null) =>
      (await historyOf(docxOf(body, [word(minutes), core(`<cp:revision>${saves ?? ''}</cp:revision>`)])))
        ?.minutes
    expect(await minutesOf(sessions, 0, 317)).toBeNull()
    expect(await minutesOf(sessions, 0, null)).toBeNull()
    expect(await minutesOf(sessions, 1, 596)).toBeNull()
    expect(await minutesOf(sessions, 240, 317)).toBe(240)
    expect(await minutesOf(paragraph([{ text: 'Some words.' }]), 0, 2)).toBe(0)
    expect(
      (await historyOf(docxOf(sessions, [word(0), core('<cp:revision>317</cp:revision>')])))?.saves,
    ).toBe(317)
  })

  test.each(['-4', '4e9', '99999999', '', 'four', '4.5'])(
    'ignores an editing time of "%s"',
    async (minutes) => {
      const file = docxOf(paragraph([{ text: 'Some words.' }]), [
        app(`<Application>Microsoft Word</Application><TotalTime>${minutes}</TotalTime>`),
      ])
      expect((await historyOf(file))?.minutes).toBeNull()
    },
  )

  test('names the template, unless it is the default', async () => {
    const body = '<w:p><w:r><w:t>Text.</w:t></w:r></w:p>'
    const template = (name: string) => factsOf(docxOf(body, [app(`<Template>${name}</Template>`)]))
    expect(await template('Normal.dotm')).toEqual([])
    expect(await template('MLA essay.dotx')).toEqual([
      { kind: 'editing-history', name: 'template', value: 'MLA essay.dotx', count: null },
    ])
  })

  test('counts tracked changes and comments, and names their authors', async () => {
    const facts = await factsOf(fixture('library-reviewed.docx'))
    expect(facts.find(({ name }) => name === 'summary')).toBeUndefined()
    expect(facts).toContainEqual({
      kind: 'editing-history',
      name: 'tracked-changes',
      value: 'Ana Petrova, Ben Okafor',
      count: 2,
    })
    expect(facts).toContainEqual({
      kind: 'editing-history',
      name: 'comments',
      value: 'Ben Okafor, Ana Petrova',
      count: 2,
    })
  })

  test('reads 100,000 runs of alternating sessions, and keeps as much as a plot can show', async () => {
    const runs = Array.from({ length: 100_000 }, (_, nth) => ({
      text: 'word ',
      session: `00A${(nth % 1_000).toString(16).padStart(5, '0')}`,
    }))
    const history = await historyOf(docxOf(paragraph(runs)))
    expect(history).toMatchObject({ words: 100_000, sessions: 1_000, largest: 100 })
    expect(history?.stretches.length).toBeLessThanOrEqual(150)
    expect(history?.stretches.reduce((sum, { words }) => sum + words, 0)).toBe(100_000)
  })

  test('reads a file with broken comments, settings and sessions', async () => {
    const body = `<w:p w:rsidRDefault="${'9'.repeat(10_000)}"><w:r w:rsidR="no number"><w:t>Still read.</w:t></w:r></w:p>`
    const broken = ['comments', 'settings'].map((name) => ({
      name: `word/${name}.xml`,
      data: '<w:rsids xmlns:w="w"><w:rsid',
    }))
    const { text, facts } = await extractBytes(docxOf(body, broken))
    expect(text).toBe('Still read.')
    expect(facts).toEqual([])
  })
})
