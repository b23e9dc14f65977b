import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type ClassGroup,
  type DashboardStats,
  type Document,
  type EarlierWriting,
  findings,
  isUnscored,
  isWorthReading,
  type Overview,
  type Report,
} from '@penmark/contract'
import { findingChipOf, headlineOf, headlineSentence } from '@penmark/wording'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localesFolder } from '../../../lib/release.ts'
import { printReport } from '../../../pdf/print-report.ts'
import { loadWording } from '../../../pdf/wording.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { reportBody as platformBody } from '../../integrations/lti/assets/asset-report.ts'
import { bodyOf as webhookBody } from '../../integrations/webhooks/rules.ts'
import { refreshStandings } from '../standing/refresh.ts'

let testApp: TestApp
let ana: TestTeacher
let class_group_id: string
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
  class_group_id = ((await ana.call('POST', '/class-groups', { class_name: 'Year 10' })).body as ClassGroup)
    .id
})
afterAll(() => testApp.close())

const scores = { 'ai-likely': 0.9, mixed: 0.6, inconclusive: 0.4, 'no-evidence': 0.1 }
const shares = { 'ai-likely': [1, 0.94, 0.3], mixed: [0.28, 0.999] } as const
const cases = findings.flatMap((finding) => {
  const isScored = !isUnscored(finding)
  const score = isScored ? scores[finding] : null
  const documentShares =
    finding === 'ai-likely' || finding === 'mixed' ? shares[finding] : [isScored ? 0 : null]
  return documentShares.map((ai_share) => ({
    finding,
    ai_share,
    score,
    label:
      score === null
        ? ('insufficient-text' as const)
        : score >= 0.5
          ? ('ai-generated' as const)
          : ('human-written' as const),
  }))
})

const noEarlierWriting: EarlierWriting = {
  outcome: 'no-student',
  known: 0,
  needed: 0,
  distance: null,
  threshold: 1,
  measures: [],
  measured: { n: 1, writers: 1, differing: 0, high: 1 },
  measured_machine: { n: 1, differing: 0 },
  history: [],
}

/** A completed document with this finding. */
async function addDocument({ finding, ai_share, score, label }: (typeof cases)[number]): Promise<Document> {
  const { id } = (await ana.call('POST', '/documents/text', { text: prose(60), class_group_id }))
    .body as Document
  await ana.finished(id)
  await testApp.database.query(
    'update documents set finding = $2, ai_share = $3, score = $4, label = $5 where id = $1',
    [id, finding, ai_share, score, label],
  )
  await refreshStandings(testApp.database, [id])
  return (await ana.call('GET', `/documents/${id}`)).body as Document
}

/** The words of the PDF of a report. */
async function pdfOf(report: Report, language: string): Promise<string> {
  const pdf = await printReport({
    report,
    baseline: null,
    earlier: noEarlierWriting,
    writing: null,
    overlap: [],
    handedInBefore: { documents: 0, words: 0, isOwnWork: false, common: 0 },
    sources: [],
    school: { documents: 0, words: 0 },
    lookUp: null,
    checks: [],
    filename: 'essay.txt',
    original_filename: 'essay.txt',
    appendix: false,
    owner: null,
    language,
  })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

describe.each(cases)('a document with the finding $finding ($ai_share)', (found) => {
  test('shows it in the list, the tile, the overview, the class table, the PDF, the webhook and the learning platform', async () => {
    const document = await addDocument(found)
    const headline = headlineOf(found)
    const report = (await ana.call('GET', `/results/document/${document.id}`)).body as Report
    expect(document).toMatchObject({ finding: found.finding, ai_share: found.ai_share })
    expect(findingChipOf(document)).toMatchObject({ tone: headline.tone, share: headline.share })

    for (const language of ['en-GB', 'en-US', 'fr-FR']) {
      const { t, format } = await loadWording(language)
      const sentence = headlineSentence(headline, document.word_count, { text: t, share: format.share })
      expect(sentence).not.toContain('headline.')
      const table = (await ana.call('GET', `/class-groups/${class_group_id}/csv?language=${language}`)).text
      expect(table).toContain(sentence)
      const isFound = headline.tone === 'stands-out'
      const saysSo = [t('verdict.AI Detected'), t('verdict.Human Written')].map((verdict) =>
        table.includes(verdict),
      )
      expect(saysSo).toEqual([isFound, found.finding === 'no-evidence'])

      const printed = await pdfOf({ ...report, ...found }, language)
      expect(printed).toContain(sentence.replaceAll(/\s/g, ' '))

      const body = await platformBody(
        { asset_id: 'a1' },
        { kind: 'ended', document: { ...document, status: 'COMPLETED' } },
        language,
        new Date(),
      )
      const { comment, priority } = JSON.parse(body) as { comment: string; priority: number }
      expect(comment.startsWith(`${sentence}.`)).toBe(true)
      expect(priority).toBe(isWorthReading(found.finding) ? 1 : 0)
    }

    const event = {
      event: 'document.completed',
      document_id: document.id,
      case_id: null,
      submission_id: null,
      created_at: new Date(),
    } as Parameters<typeof webhookBody>[0]
    const { data } = JSON.parse(webhookBody(event, document, 'https://penmark.example')) as { data: unknown }
    expect(data).toMatchObject({
      finding: found.finding,
      ai_share: found.ai_share,
    })
    const looks = (await ana.call('GET', '/documents?finding=needs-a-look')).body as Document[]
    expect(looks.some(({ id }) => id === document.id)).toBe(headline.tone === 'stands-out')
    const isCounted = headline.tone === 'stands-out' ? 1 : 0
    expect(((await ana.call('GET', '/dashboard/stats')).body as DashboardStats).flaggedRecent).toBe(isCounted)
    const { figures, cards } = (await ana.call('GET', `/overview?class_group_id=${class_group_id}`))
      .body as Overview
    expect([figures.needs_you, cards.length, figures.unclear + figures.nothing_found]).toEqual([
      isCounted,
      isCounted,
      1 - isCounted,
    ])
    await ana.call('DELETE', `/documents/${document.id}`)
  })
})

test('has short words and full sentences for every finding in every language', () => {
  for (const language of ['en-GB', 'fr-FR']) {
    const wordsOf = (namespace: string) =>
      JSON.parse(readFileSync(path.join(localesFolder, language, `${namespace}.json`), 'utf8')) as Record<
        string,
        string
      >
    for (const found of cases) {
      const chip = findingChipOf({ ...found, status: 'COMPLETED' })
      expect(wordsOf('ui')).toHaveProperty([chip?.key ?? ''])
      expect(wordsOf('report')).toHaveProperty([headlineOf(found).key])
    }
  }
})
