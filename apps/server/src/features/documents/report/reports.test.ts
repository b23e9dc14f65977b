import { apiBase, type Document, type EarlierOverlap, type Report } from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { programsIn } from '../../../lib/release.ts'
import { createPrinter } from '../../../pdf/printer.ts'
import { expectAccessible } from '../../../testing/accessible-pdf.ts'
import {
  type ReaderAndScorer,
  startTestApp,
  type TestApp,
  type TestTeacher,
} from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

/** A newer model, installed when a test asks for it. */
const newer = { modelHash: 'b'.repeat(64), version: '9.9.9' }

function withNewerDetector(real: ReaderAndScorer) {
  let active = real.detector
  const judged: string[] = []
  const parts: Partial<ReaderAndScorer> = {
    detector: {
      name: real.detector.name,
      minimumWords: real.detector.minimumWords,
      rates: real.detector.rates,
      get version() {
        return active.version
      },
      get modelHash() {
        return active.modelHash
      },
    },
    async report(id, read, words, options) {
      judged.push(read.text)
      const report = await real.report(id, read, words, options)
      return {
        ...report,
        detector: { name: active.name, version: active.version, model_hash: active.modelHash },
      }
    },
  }
  const activate = () => {
    active = { ...real.detector, ...newer }
  }
  return { parts, activate, judged }
}

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
let wrapped: ReturnType<typeof withNewerDetector>

beforeAll(async () => {
  testApp = await startTestApp({
    printer: createPrinter({ program: programsIn(inject('bundle')).printChild }),
    wrap: (real) => {
      wrapped = withNewerDetector(real)
      return wrapped.parts
    },
  })
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
})
afterAll(() => testApp.close())

async function judged(content: string, name = 'essay.txt'): Promise<Document> {
  const { body } = await ana.upload('/documents/upload', 'file', [{ name, content }])
  const document = await ana.finished((body as Document).id)
  // A report also says what stands in the other documents, once they are compared.
  const stateOfComparison = async () =>
    ((await ana.call('GET', `/overlap/documents/${document.id}/earlier`)).body as EarlierOverlap).state
  await expect.poll(stateOfComparison).not.toBe('waiting')
  return document
}

async function pdfOf(id: string, query = '?appendix=true') {
  const response = await testApp.app.inject({
    url: `${apiBase}/results/document/${id}/pdf${query}`,
    headers: await testApp.headers('ana'),
  })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  await expectAccessible(response.rawPayload)
  const proxy = await getDocumentProxy(new Uint8Array(response.rawPayload))
  const { text, totalPages } = await extractText(proxy, { mergePages: false })
  return { response, totalPages, pages: text, text: text.join('\n').replaceAll('\u200b', '') }
}

const reportOf = async (id: string) => (await ana.call('GET', `/results/document/${id}`)).body as Report

describe('the PDF of a report', () => {
  test("states the finding, its meaning, its reliability, and the detector's version", async () => {
    const { id } = await judged(`${prose(120)}\n\n${prose(80)}`, 'Zoë’s essay: one.txt')
    const report = await reportOf(id)
    const { response, text, pages, totalPages } = await pdfOf(id)
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="Zo__s essay  one - report.pdf"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20essay%20%20one%20-%20report.pdf`,
    )
    expect(text).toMatch(/AI Detected|Human Written|No clear result/)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      `of ${report.calibration?.false_positive_n?.toLocaleString('en-GB')} students’ essays`,
    )
    expect(text).toContain('A score is a reason to talk, not proof.')
    expect(text).toContain('Limits')
    expect(text).toContain('tiny, version 0.0.1')
    expect(text).toContain(report.detector?.model_hash)
    expect(text).toContain('river and the mountain')
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`${index + 1}/${totalPages}`)
      expect(page).toContain(report.text_hash)
      expect(page).toContain('Zoë’s essay')
    }
  })

  test("names student and class, and shows times in the reader's time zone, or in UTC if unknown", async () => {
    const { id } = await judged(prose(90))
    const student = (await ana.call('POST', '/students', { first_name: 'Amara', last_name: 'Osei' }))
      .body as { id: string }
    const group = (
      await ana.call('POST', '/class-groups', { class_name: '10B English', academic_year: '2026/27' })
    ).body as { id: string }
    await ana.call('POST', `/class-groups/${group.id}/students/${student.id}`)
    await ana.call('PUT', `/documents/${id}/assign-student`, {
      student_id: student.id,
      class_group_id: group.id,
    })
    const { created_at } = await reportOf(id)
    const inZone = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
        new Date(created_at ?? 0),
      )
    const away = await pdfOf(id, '?appendix=true&time_zone=Pacific/Auckland')
    expect(away.text).toContain('Amara Osei')
    expect(away.text).toContain('10B English')
    expect(away.response.headers['content-disposition']).toContain('"Amara Osei - essay - report.pdf"')
    expect(away.text).toContain(`${inZone('Pacific/Auckland')} (Pacific/Auckland)`)
    expect((await pdfOf(id, '?appendix=true&time_zone=Moon/Crater')).text).toContain(`${inZone('UTC')} (UTC)`)
  })

  test('explains the reasons, the human range and the basis of the rates, in the words of the page', async () => {
    const { id } = await judged(`${prose(120)}\n\n${prose(80)}`)
    const { calibration, sentence_band, evidence } = await reportOf(id)
    const { text } = await pdfOf(id)
    expect(calibration?.false_positive_n).toBeGreaterThan(0)
    expect(text).toContain(
      `of ${calibration?.false_positive_n?.toLocaleString('en-GB')} students’ essays, reports and reflections of this length`,
    )
    expect(text).toMatch(/Of 100 students’ essays, reports and reflections of this length, (95|90) score/)
    expect(text.replaceAll('\n', ' ')).toContain(`(measured on ${sentence_band?.n.toLocaleString('en-GB')})`)
    expect(text).toContain('Needed for a score of 50% at this length')
    expect(text).toContain('Most human-like sentences')
    expect(evidence).not.toBeNull()
  })

  test('is two pages with finding, row of evidence and text, and everything else follows only on request', async () => {
    const { id } = await judged(`${prose(120)}\n\n${prose(180)}`)
    const { pages, text } = await pdfOf(id, '')
    expect(pages.length).toBeLessThanOrEqual(2)
    const said = text.replaceAll('\n', ' ')
    for (const part of [
      'Student texts',
      'this text',
      '0% 50% · AI score 100%',
      'The file',
      'The file checks found nothing unusual.',
      'river and',
    ])
      expect(said).toContain(part)
    expect(said).toContain('adds an appendix with every figure on request')
    for (const part of ['What to ask next', 'Appendix', 'How the score adds up'])
      expect(said).not.toContain(part)

    const whole = await pdfOf(id)
    expect(whole.pages.findIndex((page) => page.includes('Appendix'))).toBe(pages.length)
    const order = [
      'How student and AI texts',
      'The file checks found nothing',
      'Appendix',
      'What to ask next',
      'Score, confidence and what',
      'Score across the text',
      'How the score adds up',
    ]
    const places = order.map((title) => whole.text.replaceAll('\n', ' ').indexOf(title))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('shows as much of a long text as stands on two pages, and all of it in the appendix', async () => {
    const end = 'The last sentence names a lighthouse.'
    const { id } = await judged(`${prose(2_000)}\n\n${end}`)
    const short = await pdfOf(id, '')
    expect(short.pages).toHaveLength(2)
    expect(short.pages[1]?.length).toBeGreaterThan(2_000)
    expect(short.text).toContain('The text goes on.')
    expect(short.text.replaceAll('\n', ' ')).not.toContain(end)
    expect((await pdfOf(id)).text.replaceAll('\n', ' ')).toContain(end)
  })

  test('says what the text shares with others of its class, and names nobody', async () => {
    const class_group_id = (
      (await ana.call('POST', '/class-groups', { class_name: '9C' })).body as { id: string }
    ).id
    const shared = Array.from({ length: 60 }, (_, nth) => `shared${nth}x`).join(' ')
    const ids = await Promise.all(
      ['Hannah', 'Freya'].map(async (title) => {
        const { body } = await ana.call('POST', '/documents/text', {
          title,
          text: `${prose(60)} ${title} ${shared}`,
          class_group_id,
        })
        return (await ana.finished((body as Document).id)).id
      }),
    )
    await expect
      .poll(async () => (await ana.call('GET', `/overlap/documents/${ids[0]}`)).body)
      .toHaveLength(1)
    const { text } = await pdfOf(ids[0] ?? '', '')
    expect(text.replaceAll('\n', ' ')).toMatch(/The class Shares \d+ words with another text\./)
    expect(text).not.toContain('Freya')
  })

  test('is in French on request, and in English for any other language', async () => {
    const { id } = await judged(prose(90))
    expect((await pdfOf(id, '?language=fr')).text).toContain(
      'Un score invite à en parler ; ce n’est pas une preuve.',
    )
    expect((await pdfOf(id, '?language=xx')).text).toContain('A score is a reason to talk')
  })

  test('says that there is not enough text, and shows no score', async () => {
    const { id } = await judged('Far too short to say anything.')
    const { text } = await pdfOf(id)
    expect(text).toContain('Not enough text to judge')
    expect(text).not.toContain('AI score')
  })

  test('prints markup, other scripts, emoji and very long words as they are, and marks what it cannot draw', async () => {
    const odd = `<b>bold</b> {{brand}} $t(title) Привет Ελληνικά ${'w'.repeat(5_000)} مرحبا بالعالم \u202Eشlo 😀 中文 🦄`
    const { id } = await judged(`${prose(80)}\n\n${odd}`, `${'long name '.repeat(30)}\u202E.txt`)
    const { text, totalPages } = await pdfOf(id)
    expect(text).toContain('<b>bold</b> {{brand}} $t(title)')
    expect(text).toContain('Привет')
    expect(text).toContain('Ελληνικά')
    expect(text).toContain('Characters that this file has no letter shapes for: 3.')
    expect(text).toContain('This file sets words from left to right.')
    expect(totalPages).toBeLessThan(12)
  })

  test('is refused while there is no result', async () => {
    const { id } = await judged('')
    const { status, body } = await ana.call('GET', `/results/document/${id}/pdf`)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('not completed') })
  })

  test('does not exist any more to a call that finds the document still there and its result gone, as while it is deleted', async () => {
    const { id } = await judged(prose(70))
    await testApp.database.query('delete from reports where document_id = $1', [id])
    for (const part of ['', '/baseline', '/earlier-writing', '/pdf'])
      expect([part, (await ana.call('GET', `/results/document/${id}${part}`)).status]).toEqual([part, 404])
  })

  test('does not exist for another teacher, or for an invalid id', async () => {
    const { id } = await judged(prose(70))
    expect((await bo.call('GET', `/results/document/${id}/pdf`)).status).toBe(404)
    expect((await ana.call('GET', '/results/document/nothing/pdf')).status).toBe(404)
  })
})

describe('a check with a newer detector', () => {
  test('is refused with the same detector, is stored next to the first result with a newer one, and costs nothing', async () => {
    const document = await judged(prose(150))
    const first = await reportOf(document.id)
    expect(first.checks).toHaveLength(1)
    expect(first.may_recheck).toBe(false)
    const again = await ana.call('POST', `/results/document/${document.id}/recheck`)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ detail: expect.stringContaining('already checked this text') })

    wrapped.activate()
    const before = (await ana.call('GET', '/dashboard/stats')).body
    expect(await reportOf(document.id)).toEqual({ ...first, may_recheck: true })
    const text = (await ana.call('GET', `/documents/${document.id}/text`)).text
    const both = await Promise.all(
      [1, 2].map(() => ana.call('POST', `/results/document/${document.id}/recheck`)),
    )
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(wrapped.judged.at(-1)).toBe(text)

    const after = await reportOf(document.id)
    expect(after).toEqual({ ...first, checks: [first.checks[0], after.checks[1]], may_recheck: false })
    expect(after.checks[1]).toMatchObject({
      score: first.score,
      detector: { version: newer.version, model_hash: newer.modelHash },
    })
    expect((await ana.call('GET', '/dashboard/stats')).body).toEqual(before)
    expect((await ana.call('GET', `/documents/${document.id}`)).body).toMatchObject({
      status: 'COMPLETED',
      score: first.score,
    })
    expect((await pdfOf(document.id)).text).toContain('tiny, version 9.9.9')
  })

  test('is refused while there is no result, and does not exist for another teacher', async () => {
    const { id } = await judged('')
    expect((await ana.call('POST', `/results/document/${id}/recheck`)).status).toBe(409)
    expect((await bo.call('POST', `/results/document/${id}/recheck`)).status).toBe(404)
  })

  test('is deleted with its document', async () => {
    const { id } = await judged(prose(60))
    await ana.call('DELETE', `/documents/${id}`)
    expect((await ana.call('POST', `/results/document/${id}/recheck`)).status).toBe(404)
  })
})
