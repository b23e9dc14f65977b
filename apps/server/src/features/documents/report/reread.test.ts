import {
  apiBase,
  type Case,
  type Document,
  type MadeStudentLink,
  type Report,
  type Student,
  type WithdrawnFindings,
} from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Emit } from '../../../services/events/events.ts'
import { postForm } from '../../../testing/form.ts'
import { recognisingStory, story } from '../../../testing/pupils-story.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { readmeFile } from '../../cases/evidence-pack/make-files.ts'
import type { Scorer } from '../pipeline/scoring/scorer.ts'
import { refreshStandings } from '../standing/refresh.ts'
import { rereadResults } from './reread.ts'

const sentence = 'talented pupils and machines write alike here, so the score says nothing.'
const signal = new AbortController().signal

let testApp: TestApp
let ana: TestTeacher
let earlier: Scorer
beforeAll(async () => {
  testApp = await startTestApp({
    wrap: (real) => {
      earlier = real
      return {}
    },
  })
  ana = await testApp.teacher('ana', { email: 'ana@school.example' })
})
afterAll(() => testApp.close())

/** A later model, which recognises the story. `read` gets the ids of the texts that it is asked for. */
function laterScorer(model_hash: string, read: string[] = []): Pick<Scorer, 'detector' | 'report'> {
  const recognise = recognisingStory(earlier)
  return {
    detector: { ...earlier.detector, modelHash: model_hash, version: '9.9.9' },
    async report(id, text, words, options) {
      read.push(id)
      const found = await recognise(id, text, words, options)
      return { ...found, detector: { name: 'standard', version: '9.9.9', model_hash } }
    },
  }
}

const reread = async (scorer: Pick<Scorer, 'detector' | 'report'>) => {
  const { database, mailer } = testApp
  const publicUrl = 'https://penmark.example'
  const withdrawn: unknown[] = []
  const emit = (async (_connection, name, event) => {
    withdrawn.push([name, event])
  }) satisfies Emit
  for (let run = 0; run < 3; run += 1)
    await rereadResults({ database, mailer, emit, publicUrl, scorer }, signal)
  return withdrawn
}

/** A document to which an earlier detector gave a finding, and a case about it. */
async function flagged(text: string, title: string): Promise<{ id: string; opened: Case }> {
  const student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: title }))
    .body as Student
  const sent = await ana.call('POST', '/documents/text', { text, title, student_id: student.id })
  const { id } = await ana.finished((sent.body as Document).id)
  const found = { score: 0.8, label: 'ai-generated', finding: 'ai-likely', ai_share: 0.9 }
  await testApp.database.query(
    "update documents set score = 0.8, label = 'ai-generated', finding = 'ai-likely', ai_share = 0.9 where id = $1",
    [id],
  )
  await testApp.database.query('update reports set body = body || $2::jsonb where document_id = $1', [
    id,
    JSON.stringify(found),
  ])
  await refreshStandings(testApp.database, [id])
  return { id, opened: (await ana.call('POST', '/cases', { document_id: id })).body as Case }
}

/** Any sentence that says how texts by people score. */
const anyRate = /by mistake|of this length|in 1,000|wrongly called AI/

/** The words of a PDF. */
async function printed(url: string): Promise<string> {
  const answer = await testApp.app.inject({ url: `${apiBase}${url}`, headers: await testApp.headers('ana') })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), {
    mergePages: true,
  })
  return text.replaceAll(/\s+/g, ' ')
}

const withdrawn = async () =>
  (await ana.call('GET', '/dashboard/withdrawn-findings')).body as WithdrawnFindings

test('withdraws the findings of stories, and tells teacher and student once', async () => {
  const ofStory = await flagged(story, 'Lighthouse')
  const ofEssay = await flagged(prose(120), 'Essay')
  const usedBefore = await testApp.database.query('select sum(words) as words from allowance_movements')
  const read: string[] = []
  const announced = await reread(laterScorer('later', read))
  expect(announced).toEqual([['findingWithdrawn', { document_id: ofStory.id }]])
  expect(read.toSorted()).toEqual([ofStory.id, ofEssay.id].toSorted())
  await reread(laterScorer('later', read))
  expect(read).toHaveLength(2)

  const report = (await ana.call('GET', `/results/document/${ofStory.id}`)).body as Report
  expect(report).toMatchObject({ score: 0.8, finding: 'ai-likely' })
  expect(report.checks.map(({ finding }) => finding)).toEqual(['ai-likely', 'creative-writing'])
  const essay = (await ana.call('GET', `/results/document/${ofEssay.id}`)).body as Report
  expect(essay.checks).toHaveLength(1)
  expect((await testApp.database.query('select sum(words) as words from allowance_movements')).rows).toEqual(
    usedBefore.rows,
  )

  const pdf = await printed(`/results/document/${ofStory.id}/pdf?appendix=true`)
  expect(pdf).toContain(sentence)
  expect(pdf).toContain('AI score 80.0%')
  expect(pdf).not.toMatch(anyRate)
  expect(await printed(`/results/document/${ofEssay.id}/pdf?appendix=true`)).toMatch(anyRate)

  const casePdf = await printed(`/cases/${ofStory.opened.id}/pdf`)
  expect(casePdf).toContain('the finding this case began with does not stand by today’s measure')
  expect(casePdf).not.toMatch(anyRate)
  expect(await printed(`/cases/${ofEssay.opened.id}/pdf`)).not.toContain('does not stand')
  const readmeOf = async ({ opened }: { opened: Case }) => {
    const record = (await ana.call('GET', `/cases/${opened.id}`)).body as Case
    return readmeFile(record, 'en-GB', '').content.toString()
  }
  expect(await readmeOf(ofStory)).toContain('a finding in this pack does not stand')
  expect(await readmeOf(ofEssay)).not.toContain('does not stand')
  const inCase = await ana.call('GET', `/cases/${ofStory.opened.id}/documents/${ofStory.id}/report`)
  expect(inCase.body).toMatchObject({
    score: 0.8,
    checks: [{ finding: 'ai-likely' }, { finding: 'creative-writing' }],
  })

  const listed = async (finding: string) =>
    ((await ana.call('GET', `/documents?finding=${finding}`)).body as Document[]).map(({ id }) => id)
  expect(await listed('needs-a-look')).toEqual([ofEssay.id])
  expect(await listed('recently-flagged')).toEqual([ofEssay.id])
  expect(await listed('creative-writing')).toEqual([ofStory.id])
  expect((await ana.call('GET', `/documents/${ofStory.id}`)).body).toMatchObject({
    finding: 'creative-writing',
    score: null,
    ai_share: null,
  })

  expect(await withdrawn()).toEqual({
    total: 1,
    documents: [{ id: ofStory.id, filename: expect.stringContaining('Lighthouse') }],
  })
  const { rows } = await testApp.database.query("select id from mails where kind = 'findings.withdrawn'")
  expect(rows).toHaveLength(1)
  const { body } = await ana.call('DELETE', '/dashboard/withdrawn-findings')
  expect(body).toEqual({ total: 0, documents: [] })

  const isWithdrawnIn = async ({ opened }: { opened: Case }) =>
    ((await ana.call('GET', `/cases/${opened.id}`)).body as Case).documents.map((each) => each.is_withdrawn)
  expect([await isWithdrawnIn(ofStory), await isWithdrawnIn(ofEssay)]).toEqual([[true], [false]])
  await ana.call('POST', `/cases/${ofStory.opened.id}/steps`, { kind: 'asked', text: 'How did you begin?' })
  const link = await ana.call('POST', `/cases/${ofStory.opened.id}/student-page/links`, {
    language: 'en-GB',
    days: 14,
  })
  const url = new URL((link.body as MadeStudentLink).url).pathname
  await postForm(testApp.app, { url, fields: { action: 'open' } })
  const page = await testApp.app.inject({ url })
  expect(page.body).toContain('does not stand by today’s measure')
  expect(page.body).not.toContain('by mistake (')
})

test('goes on after a stop where it was, with no text read twice', async () => {
  await flagged(prose(120), 'Second essay')
  const read: string[] = []
  const stopping = new AbortController()
  const scorer = laterScorer('latest', read)
  const { database, mailer } = testApp
  const stoppingScorer: typeof scorer = {
    ...scorer,
    async report(...given) {
      const found = await scorer.report(...given)
      stopping.abort()
      return found
    },
  }
  const emit = () => Promise.resolve()
  const dependencies = { database, mailer, emit, publicUrl: 'https://penmark.example' }
  await expect(rereadResults({ ...dependencies, scorer: stoppingScorer }, stopping.signal)).rejects.toThrow()
  expect(read).toHaveLength(1)
  await reread(scorer)
  expect(new Set(read).size).toBe(2)
  expect(read).toHaveLength(2)
})
