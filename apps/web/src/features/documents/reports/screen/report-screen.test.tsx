import { MantineProvider } from '@mantine/core'
import { type Document, pollEveryMs, type Report } from '@penmark/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setTokenSource } from '../../../../lib/call/headers.ts'
import type { Session } from '../../../../lib/session/session.tsx'
import ReportPage from '../../../../pages/documents/report.tsx'
import { mockSession } from '../../../../testing/screen.tsx'
import { documentWith, reportWith, riverEssay } from '../report.fixture.ts'

let session: Session

type Answer = { status: number; body: unknown }
const ok = (body: unknown): Answer => ({ status: 200, body })
const failure = (status: number, detail = 'No.'): Answer => ({ status, body: { detail } })

const noBaseline = { own: null, school: null, local_p_value: null, stated_p_value: null, finding: null }

const noEarlierWriting = {
  outcome: 'no-student',
  known: 0,
  needed: 0,
  distance: null,
  threshold: 1,
  measures: [],
  measured: { n: 1, writers: 1, differing: 0, high: 1 },
  history: [],
}

const calls: string[] = []
let answers: { report: Answer; document: Answer; reprocess: Answer }

function answerCalls(
  report: Answer,
  document: Answer = ok(documentWith()),
  reprocess: Answer = failure(500),
): void {
  answers = { report, document, reprocess }
}

beforeEach(() => {
  session = mockSession()
  setTokenSource(async () => 'token')
  calls.length = 0
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    calls.push(`${method} ${address}`)
    const { status, body } = address.endsWith('/reprocess')
      ? answers.reprocess
      : address.endsWith('/baseline')
        ? ok(noBaseline)
        : address.endsWith('/earlier-writing')
          ? ok(noEarlierWriting)
          : address.includes('/results/')
            ? answers.report
            : answers.document
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(query = '') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/documents/d-1/report${query}`]}>
          <Routes>
            <Route path="/documents/:documentId/report" element={<ReportPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

async function openReport(change: Partial<Report> = {}) {
  answerCalls(ok(reportWith(change)))
  open()
  await screen.findByRole('heading', { level: 2, name: 'Text' })
}

const unjudged: Partial<Report> = { score: null, label: null, finding: null, results: [], calibration: null }

/** The line of the details that gives verdict, score and confidence as the specification words them. */
const literalVerdict = () =>
  screen.getByText(/^AI Detected|^Human Written/, { selector: 'details p' }).textContent

/** Opens a folded section, or the one that a part stands in, and returns it. */
async function unfold(name: string): Promise<HTMLElement> {
  const section = screen.getByRole('region', { name })
  const folded = section.closest('details') ?? section.querySelector('details')
  await userEvent.click(within(folded as HTMLElement).getAllByRole('heading')[0] as HTMLElement)
  expect(folded?.open).toBe(true)
  return section
}

describe('a completed report', () => {
  test('names the text, the verdict and the confidence', async () => {
    await openReport()
    expect(screen.getByRole('heading', { level: 1, name: 'AI Detection Report' })).toBeTruthy()
    expect(screen.getByText('essay-week-3.docx', { selector: 'header *' })).toBeTruthy()
    expect(screen.getByText('Amara Osei · Year 10 · 10B English')).toBeTruthy()
    expect(screen.getByText('412 words')).toBeTruthy()
    const result = screen.getByRole('region', { name: 'Part of this text (34%) reads like AI writing' })
    expect(within(result).getByText('A score is a reason to talk, not proof.')).toBeTruthy()
    expect(literalVerdict()).toBe('AI Detected · AI score 82.4% · Confidence: High')
    const details = await unfold('Score, confidence and what they mean')
    expect(within(details).getByRole('img').getAttribute('aria-label')).toContain('82.4%')
  })

  test('says how many human texts score this high, and how many are falsely flagged', async () => {
    await openReport()
    const result = screen.getByRole('region', { name: 'Part of this text (34%) reads like AI writing' })
    within(result).getByText(
      'About 10 in 1,000 students’ essays, reports and reflections of this length get such a finding by mistake (12 of 1,184 tested).',
    )
    expect(
      screen.getByText(
        'Of 1,000 students’ essays, reports and reflections of this length, about 2 score this high or higher.',
      ),
    ).toBeTruthy()
    expect(
      screen.getByText(
        'At the 50% threshold, 12 of 1,184 students’ essays, reports and reflections of this length were wrongly called AI (1.0%).',
      ),
    ).toBeTruthy()
    expect(
      screen.getByText(
        'Of 100 students’ essays, reports and reflections of this length, 95 score 28.0% or less.',
      ),
    ).toBeTruthy()
  })

  test('states one number of texts beside its rate of mistakes, and none beside rank, plot and thresholds', async () => {
    await openReport()
    await unfold('Score, confidence and what they mean')
    const said = document.querySelector('main')?.textContent ?? document.body.textContent
    expect(said).toContain('1,184')
    expect(said).not.toContain('4,812')
  })

  test('shows the finding first if an older result is above the threshold but inconclusive', async () => {
    await openReport({ score: 0.571, finding: 'inconclusive', reasons: ['between-thresholds'] })
    expect(screen.getByRole('heading', { level: 2, name: 'Unusual, but not enough to say' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'AI Detected' })).toBeNull()
    expect(
      screen.getByText(/^The score reaches the threshold of .* but not the stricter threshold/),
    ).toBeTruthy()
    expect(literalVerdict()).toBe('AI Detected · AI score 57.1% · Confidence: Low')
  })

  test('shows how much of the text reads like AI writing, in the words of the headline', async () => {
    await openReport()
    const shares = within(screen.getByRole('list', { name: 'How much of the text reads like AI writing' }))
    expect(shares.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'marked 20%',
      'lightly marked 14%',
      'not marked 66%',
    ])
  })

  test('shows no share, passages or alarm if nothing stands out', async () => {
    await openReport({
      score: 0.12,
      label: 'human-written',
      finding: 'no-evidence',
      ai_share: 0,
      reasons: ['below-threshold'],
    })
    expect(screen.getByRole('heading', { level: 2, name: 'Nothing here stands out' })).toBeTruthy()
    expect(screen.queryByRole('list', { name: /How much of the text/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'See the passages' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Talk to the student' })).toBeNull()
    expect(document.querySelector('mark')).toBeNull()
    expect(screen.getByText(/^That does not prove who wrote it/)).toBeTruthy()
  })

  test('links to the passages and the conversation sheet', async () => {
    answerCalls(ok(reportWith()))
    open('?from=dashboard')
    const passages = await screen.findByRole('link', { name: 'See the passages' })
    expect(document.querySelector(passages.getAttribute('href') ?? '')?.textContent).toContain(
      'Water pollution is one of',
    )
    const talk = screen.getByRole('link', { name: 'Talk to the student' })
    expect(talk.getAttribute('href')).toBe('/documents/d-1/conversation?from=dashboard')
  })

  test('plots this text among student and AI texts of its length, and as a table', async () => {
    await openReport()
    const figure = screen.getByRole('figure', { name: 'How student and AI texts of this length score' })
    expect(within(figure).getByText('Student texts', { selector: 'text' })).toBeTruthy()
    expect(within(figure).getByText('AI texts', { selector: 'text' })).toBeTruthy()
    await userEvent.click(within(figure).getByText('Show as table'))
    expect(within(figure).getByRole('row', { name: '75% to 80% 0.062% 9.6%' })).toBeTruthy()
  })

  test.each([
    [0.03, 'end'],
    [0.97, null],
  ])("places the plot's labels away from a text at %d", async (score, anchor) => {
    await openReport({ score })
    expect(screen.getByText('Student texts', { selector: 'text' }).getAttribute('text-anchor')).toBe(anchor)
  })

  test('draws no plot if the report has no distribution', async () => {
    await openReport({ calibration: null })
    expect(screen.queryByRole('figure')).toBeNull()
  })

  test('mentions invisible characters at the top and explains them in the file checks', async () => {
    await openReport({
      facts: [{ kind: 'invisible-characters', name: null, value: null, count: 89, severity: 'notable' }],
    })
    expect(screen.getByText('Worth a look in the file: Invisible characters (89 characters).')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'See the file checks' })
    const details = screen.getByRole('region', { name: 'File checks' }).querySelector('details')
    expect(details?.open).toBe(false)
    await userEvent.click(link)
    expect(details?.open).toBe(true)
    expect(document.querySelector(link.getAttribute('href') ?? '')?.textContent).toContain('89 characters')
  })

  test('says in one row, above the text, what else is known, and leaves out what cannot apply', async () => {
    answerCalls(ok(reportWith()), ok(documentWith({ student_id: null, class_group_id: null })))
    open()
    await screen.findByRole('heading', { level: 2, name: 'Text' })
    const row = screen.getByRole('region', { name: 'What else is known' })
    expect([...row.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      'The file',
      'How it was written',
    ])
    expect(row.textContent).toContain('The file checks found nothing unusual.')
    const text = document.querySelector('#text')
    expect(text && row.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test('raises no alarm over ordinary file details', async () => {
    await openReport({
      facts: [{ kind: 'metadata', name: 'author', value: 'Amara', count: null, severity: 'information' }],
    })
    expect(screen.queryByText(/Worth a look/)).toBeNull()
  })

  test('lists notable facts before information, and only alerts about those', async () => {
    const white = { kind: 'hidden-text' as const, name: 'white', value: null }
    await openReport({
      facts: [
        { kind: 'metadata', name: 'author', value: 'Amara', count: null, severity: 'information' },
        { kind: 'look-alike-letters', name: null, value: null, count: 2, severity: 'information' },
        { ...white, count: 40, severity: 'notable' },
        { ...white, name: 'tiny', count: 1, severity: 'information' },
      ],
    })
    expect(screen.getByText('Worth a look in the file: Hidden text (40 words).')).toBeTruthy()
    const kinds = [...(await unfold('File checks')).querySelectorAll('dt')].map(
      ({ textContent }) => textContent,
    )
    expect(kinds).toEqual([
      'Hidden textWorth a look',
      'File detailsFor information',
      'Look-alike lettersFor information',
    ])
  })

  test('steps through the passages with the buttons and the keys n and p', async () => {
    await openReport()
    const user = userEvent.setup()
    const passages = within(screen.getByRole('navigation', { name: 'Marked passages' }))
    expect(passages.getByText('2 passages')).toBeTruthy()
    await user.click(passages.getByRole('button', { name: 'Next' }))
    expect(screen.getByRole('region', { name: 'Why passage 1 is marked' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Next')
    await user.keyboard('n')
    expect(passages.getByText('passage 2 of 2')).toBeTruthy()
    await user.keyboard('p')
    expect(screen.getByRole('region', { name: 'Why passage 1 is marked' })).toBeTruthy()
  })

  test('shows the passages on a map of the text; a click goes to the passage and its reasons', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await openReport()
    const onMap = [...document.querySelectorAll<HTMLElement>('[aria-hidden] a[data-strength]')]
    expect(onMap.map(({ dataset }) => dataset.strength)).toEqual(['strong', 'weaker'])
    await userEvent.click(onMap[1] as HTMLElement)
    expect(screen.getByRole('region', { name: 'Why passage 2 is marked' })).toBeTruthy()
    expect((scrolled.mock.contexts.at(-1) as Element).textContent).toContain('When it rains')
  })

  test("shows a neutral sentence for a newer detector's reason", async () => {
    await openReport({ reasons: ['moon-phase'] })
    expect(
      screen.getByText('The detector took something into account that this page cannot describe yet.'),
    ).toBeTruthy()
    expect(document.body.textContent).not.toContain('moon-phase')
  })

  test('does not compare with human texts if there are none', async () => {
    await openReport({
      finding: 'inconclusive',
      score: 0.2,
      label: 'human-written',
      reasons: ['unusual-but-below-threshold'],
      calibration: null,
    })
    expect(
      screen.getByText(
        'There are no students’ essays, reports or reflections of this length to compare it with.',
      ),
    ).toBeTruthy()
  })

  test('says how many words are needed if there are too few, and shows no score', async () => {
    await openReport({
      score: null,
      label: 'insufficient-text',
      finding: 'insufficient-text',
      words: 31,
      calibration: null,
      ai_share: null,
    })
    expect(screen.getByRole('heading', { level: 2, name: 'Too short to score' })).toBeTruthy()
    expect(screen.getByText('Not enough text to judge')).toBeTruthy()
    expect(screen.getByText(/This text has 31 words\. The detector needs at least 50\./)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'What to ask next' })).toBeNull()
    expect(screen.queryByText(/Confidence/)).toBeNull()
    expect(screen.queryByText('N/A', { selector: 'h2 ~ p' })).toBeNull()
  })

  test('says that it only knows English if a text is in another language, and what works all the same', async () => {
    await openReport({
      score: null,
      label: 'insufficient-text',
      finding: 'unsupported-language',
      reasons: ['not-english'],
      words: 480,
      calibration: null,
      ai_share: null,
    })
    expect(screen.getByRole('heading', { level: 2, name: 'Not in English, so not scored' })).toBeTruthy()
    expect(screen.getByText(/was trained on English only.*does not use any of your words/)).toBeTruthy()
    expect(
      screen.getByText(/works in every language: the file checks.*shared passages.*writing room/),
    ).toBeTruthy()
    expect(screen.queryByText(/needs at least/)).toBeNull()
  })

  test.each([
    ['creative-writing', /^Imaginative writing: talented pupils and machines write alike here/],
    ['creative-passage', /^The part that stands out is imaginative writing/],
  ])(
    'states no score and no rate for imaginative writing (%s), and that it cost nothing',
    async (reason, said) => {
      await openReport({
        score: null,
        label: 'insufficient-text',
        finding: 'creative-writing',
        reasons: [reason],
        words: 480,
        calibration: null,
        ai_share: null,
      })
      const heading = { level: 2, name: 'Imaginative writing, so not scored' }
      expect(screen.getByRole('heading', heading)).toBeTruthy()
      expect(screen.getByText(said).textContent).toMatch(/does not use any of your words/)
      expect(screen.getByText(/The rest of this report stands/)).toBeTruthy()
      expect(screen.queryByText(/of this length|in 1,000|by mistake|Confidence/)).toBeNull()
    },
  )

  test('says in place of the rate that an earlier finding about imaginative writing does not stand', async () => {
    const { score, label, finding, detector, created_at } = reportWith({})
    const first = { score, label, finding, detector, created_at }
    await openReport({
      checks: [first, { ...first, score: null, label: 'insufficient-text', finding: 'creative-writing' }],
    })
    expect(screen.getByText(/no longer judges this text\. Imaginative writing: talented pupils/)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(
      /by mistake|of this length|in 1,000|were right in|texts like/,
    )
  })

  test("opens a passage's reasons from the keyboard, and restores focus", async () => {
    await openReport()
    const user = userEvent.setup()
    const number = screen.getByRole('button', { name: 'Passage 2: why is it marked?' })
    number.focus()
    await user.keyboard('{Enter}')
    expect(number.getAttribute('aria-expanded')).toBe('true')
    const panel = screen.getByRole('region', { name: 'Why passage 2 is marked' })
    expect(number.getAttribute('aria-controls')).toBe(panel.id)
    expect(panel.contains(document.activeElement)).toBe(true)
    expect(within(panel).getByText('66.0%')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: /Why passage/ })).toBeNull()
    expect(document.activeElement).toBe(number)
  })

  test('opens the reasons next to the pointer', async () => {
    await openReport()
    await userEvent.click(screen.getByText(/Water pollution is one of/, { selector: 'mark' }))
    expect(screen.getByRole('region', { name: 'Why passage 1 is marked' })).toBeTruthy()
  })

  test('distinguishes strong and weaker passages in words', async () => {
    await openReport()
    const [strong, weaker] = document.querySelectorAll('mark')
    const described = (mark: Element | undefined) =>
      document.getElementById(mark?.getAttribute('aria-describedby') ?? '')?.textContent
    expect(described(strong)).toMatch(/^Strong mark/)
    expect(described(weaker)).toMatch(/^Light mark/)
  })

  test('shows phrases for and against, and says so if there are none', async () => {
    const evidence = [
      {
        phrase: 'complex interplay',
        direction: 'machine' as const,
        weight: 1.4,
        counts: { machine: 301, machine_texts: 9_120, human: 4, human_texts: 14_368 },
      },
      { phrase: 'one of', direction: 'human' as const, weight: 0.3, counts: null },
    ]
    await openReport({
      results: riverEssay.map((paragraph, index) =>
        index === 2
          ? { ...paragraph, spans: paragraph.spans.map((span) => ({ ...span, evidence })) }
          : paragraph,
      ),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Passage 1: why is it marked?' }))
    const panel = screen.getByRole('region', { name: 'Why passage 1 is marked' })
    expect(within(panel).getByText('“complex interplay”: about 106× as common in AI texts')).toBeTruthy()
    expect(
      within(panel).getByText(
        'What did you mean by “It is essential to recognise the complex interplay of factors that contribute to this pressing issue”?',
      ),
    ).toBeTruthy()
    const calculation = within(within(panel).getByText('Full calculation').closest('details') ?? panel)
    expect(
      calculation.getByText('in 301 of 9,120 AI-generated texts and 4 of 14,368 human texts'),
    ).toBeTruthy()
    expect(calculation.getByText('one of')).toBeTruthy()
    const marked = screen.getByText('complex interplay', { selector: 'mark strong' })
    expect(marked.getAttribute('title')).toBe('“complex interplay”: about 106× as common in AI texts')
    expect(screen.queryByText('one of', { selector: 'mark strong' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Passage 2: why is it marked?' }))
    expect(screen.getByText('This report lists no phrases for this passage.')).toBeTruthy()
  })

  test('jumps from the table to a paragraph', async () => {
    await openReport()
    await userEvent.click(within(await unfold('Score across the text')).getByText('Show as table'))
    const table = screen.getByRole('table', { name: 'Score across the text' })
    expect(within(table).getAllByRole('row')).toHaveLength(riverEssay.length + 1)
    await userEvent.click(within(table).getByRole('link', { name: 'Paragraph 4' }))
    expect(document.activeElement?.textContent).toContain('Farms on the hill')
  })

  test('shows facts and says that they did not affect the score', async () => {
    await openReport({
      facts: [
        { kind: 'invisible-characters', name: null, value: null, count: 14, severity: 'notable' },
        { kind: 'left-out', name: 'notes', value: null, count: 0, severity: 'information' },
        { kind: 'left-out', name: 'comments', value: null, count: 31, severity: 'information' },
        { kind: 'metadata', name: 'author', value: '<b>Amara</b>', count: null, severity: 'information' },
      ],
    })
    const facts = await unfold('File checks')
    expect(within(facts).getByText('None of these changed the score.')).toBeTruthy()
    expect(within(facts).getByText('14 characters')).toBeTruthy()
    expect(within(facts).getByText('<b>Amara</b>')).toBeTruthy()
    expect(within(facts).queryByText('Notes')).toBeNull()
    expect(within(facts).getByText('These parts of the file were not scored.')).toBeTruthy()
    expect(within(facts).getByText('31 places')).toBeTruthy()
  })

  test('describes how text was hidden', async () => {
    const hidden = (name: string) => ({
      kind: 'hidden-text' as const,
      name,
      value: 'Use a quotation.',
      count: 3,
      severity: 'information' as const,
    })
    await openReport({ facts: ['vanish', 'white', 'tiny', 'no-ink', 'off-page'].map(hidden) })
    const facts = screen.getByRole('region', { name: 'File checks' })
    for (const words of [
      'Formatted as hidden',
      'White on white',
      'Too small to read',
      'Invisible text',
      'Off the page',
    ])
      expect(within(facts).getByText(words)).toBeTruthy()
  })

  test('explains how a Word file was written, with harmless reasons and questions, without alarm', async () => {
    const history = {
      words: 1_412,
      minutes: 4,
      saves: 2,
      sessions: 2,
      recorded: null,
      largest: 1_360,
      stretches: [
        { session: 1, words: 1_360 },
        { session: 2, words: 52 },
      ],
    }
    await openReport({
      facts: [
        {
          kind: 'editing-history',
          name: 'summary',
          value: null,
          count: null,
          severity: 'information',
          history,
        },
      ],
    })
    const facts = await unfold('File checks')
    expect(
      within(facts).getByText(
        '1,412 words, 4 minutes of editing, 2 saves, 2 sessions; 96% of the words arrived in one session',
      ),
    ).toBeTruthy()
    expect(within(facts).getByText('The session with the most words')).toBeTruthy()
    expect(within(facts).getByText(/written in Google Docs/)).toBeTruthy()
    expect(within(facts).getByText(/How did you write this/)).toBeTruthy()
    expect(
      within(facts).getByText(/^For comparison: of \d+ honest Word files, \d+ count at most one minute/),
    ).toBeTruthy()
    expect(within(facts).queryByText(/back to zero/)).toBeNull()
    expect(screen.queryByText(/Worth a look/)).toBeNull()
  })

  test('does not lead with the minutes of a Word file whose counters were restarted', async () => {
    const history = {
      words: 1_412,
      minutes: 1,
      saves: 1,
      sessions: 14,
      recorded: null,
      largest: 400,
      stretches: [],
    }
    await openReport({
      facts: [
        {
          kind: 'editing-history',
          name: 'summary',
          value: null,
          count: null,
          severity: 'information',
          history,
        },
      ],
    })
    const facts = await unfold('File checks')
    expect(
      within(facts).getByText('1,412 words, 14 sessions; 28% of the words arrived in one session'),
    ).toBeTruthy()
    expect(
      within(facts).getByText(
        /^The file counts 1 minute of editing, 1 save, but .+ “Save as” sets these counts back to zero/,
      ),
    ).toBeTruthy()
  })

  test('says how often honest files of its own kind have as much of a fact', async () => {
    await openReport({
      facts: [{ kind: 'markdown-remains', name: null, value: null, count: 3, severity: 'information' }],
    })
    const facts = await unfold('File checks')
    expect(within(facts).getByText(/^as much in \d+ of \d+ honest Word files$/)).toBeTruthy()
    expect(within(facts).queryByText(/honest PDFs/)).toBeNull()
  })

  test('says how well a scan could be read, as a whole and page by page', async () => {
    const scan = {
      confidence: 93,
      pages: [
        { page: 1, words: 300, confidence: 95 },
        { page: 3, words: 200, confidence: 90 },
      ],
    }
    await openReport({
      facts: [
        { kind: 'scan', name: 'pages', value: null, count: 2, severity: 'information', scan },
        { kind: 'scan', name: 'unreadable-pages', value: null, count: 1, severity: 'information' },
      ],
    })
    const facts = screen.getByRole('region', { name: 'File checks' })
    expect(within(facts).getByText('Read from a scan (mean confidence 93%)')).toBeTruthy()
    expect(within(facts).getByText('Page 3: 90%')).toBeTruthy()
    expect(within(facts).getByText('Too poorly readable')).toBeTruthy()
    expect(within(facts).getByText('1 page')).toBeTruthy()
    expect(screen.queryByText(/Worth a look/)).toBeNull()
  })

  test('describes recognised text of a scan without alarm', async () => {
    await openReport({
      facts: [{ kind: 'recognised-text', name: 'pages', value: null, count: 3, severity: 'information' }],
    })
    const facts = screen.getByRole('region', { name: 'File checks' })
    expect(within(facts).getByText('Text recognised from a scan')).toBeTruthy()
    expect(within(facts).getByText('3 pages')).toBeTruthy()
    expect(within(facts).getByText(/Those words were scored/)).toBeTruthy()
    expect(screen.queryByText(/Hidden text|Worth a look/)).toBeNull()
  })

  test.each([
    [1, 'over 99%'],
    [0, 'under 1%'],
  ])('claims no certainty for a score of %s', async (score, words) => {
    await openReport({
      score,
      finding: score === 1 ? 'ai-likely' : 'no-evidence',
      label: score === 1 ? 'ai-generated' : 'human-written',
    })
    expect(literalVerdict()).toContain(`AI score ${words}`)
    expect(document.body.textContent).not.toMatch(/100\.0%|(?<![\d.])0\.0%/)
  })

  test.each([
    [0.824, 'AI Detected', 'High'],
    [0.684, 'AI Detected', 'Medium'],
    [0.52, 'AI Detected', 'Low'],
    [0.352, 'Human Written', 'Medium'],
  ])(
    'states the verdict and confidence of a score of %s in the words of the specification',
    async (...row) => {
      const [score, verdict, confidence] = row
      const label = score >= 0.5 ? 'ai-generated' : 'human-written'
      await openReport({ score, label, finding: score >= 0.5 ? 'ai-likely' : 'no-evidence' })
      expect(literalVerdict()).toContain(verdict)
      expect(literalVerdict()).toContain(`Confidence: ${confidence}`)
    },
  )

  test('draws the sentences against the human range, and states it in words', async () => {
    await openReport()
    const where = screen.getByRole('region', { name: 'Score across the text' })
    expect(
      within(where).getByText(
        /of 100 stretches of a few sentences from human texts, 95 score 31\.0% or less \(measured on 5,580\)/,
      ),
    ).toBeTruthy()
  })

  test('shows no range if the report has none', async () => {
    await openReport({ sentence_band: null })
    expect(screen.queryByText(/The shaded strip/)).toBeNull()
  })

  test('says which paragraphs are not scored, and why', async () => {
    const [title, ...rest] = riverEssay
    await openReport({ results: [{ ...(title as (typeof riverEssay)[number]), kind: 'heading' }, ...rest] })
    expect(screen.getByText('Paragraph 1: not scored (heading).')).toBeTruthy()
  })

  test('breaks down the score: sum, strongest sentences both ways, and style compared with students', async () => {
    await openReport({
      results: riverEssay.map((paragraph, index) =>
        index === 4
          ? {
              ...paragraph,
              spans: paragraph.spans.map((span) => ({ ...span, weights: { machine: 0.1, human: -1.2 } })),
            }
          : paragraph,
      ),
    })
    const why = await unfold('How the score adds up')
    expect(within(why).getByRole('row', { name: 'Total +3.9' })).toBeTruthy()
    expect(
      within(why).getByRole('row', { name: 'Needed for a score of 50% at this length +2.4' }),
    ).toBeTruthy()
    expect(within(why).getByText('I do not think one law will fix it.')).toBeTruthy()
    expect(
      within(why).getAllByText(
        /−1\.1 points: \+0\.1 towards AI, −1\.2 towards a person\.|-1\.1 points: \+0\.1 towards AI, -1\.2 towards a person\./,
      ),
    ).toHaveLength(3)
    expect(
      within(why).getByRole('row', { name: /Commas per 100 words.*7\.1 \(outside\).*2\.0 to 6\.5/ }),
    ).toBeTruthy()
    expect(within(why).getByText(/No measure proves anything on its own/)).toBeTruthy()
  })

  test('shows no reasons if the report has none', async () => {
    await openReport({ evidence: null })
    expect(screen.queryByRole('region', { name: 'How the score adds up' })).toBeNull()
  })

  test('names a vendor only as weak evidence, with how often this was right', async () => {
    await openReport({ attribution: { vendor: 'anthropic', precision: 0.84, n: 1_210 } })
    const line = screen.getByText(/resembles texts generated by Anthropic models/)
    expect(line.textContent).toContain('weak evidence')
    expect(line.textContent).toContain('right in 84% of 1,210 cases')
  })

  test('says the kind of writing, and the share of AI texts at this score, if known', async () => {
    await openReport({
      text_type: 'personal-writing',
      calibrated_probability: { value: 0.93, machine_share: 0.5, n: 4_000 },
    })
    expect(screen.getByText('The text reads most like personal writing.')).toBeTruthy()
    expect(
      screen.getByText(
        /with a score like this one, 93\.0% were AI-generated\. Of all 4,000 tested texts, 50% were/,
      ),
    ).toBeTruthy()
  })

  test('says what each threshold means among human texts, as measured', async () => {
    await openReport()
    expect(
      screen.getByText(
        'Of 1,000 students’ essays, reports and reflections of this length, about 47 score 30% or more, about 11 score 50% or more, and about 2 score 70% or more. These are all texts of this length, including those that chose the threshold; the rate of mistakes leaves those out.',
      ),
    ).toBeTruthy()
  })

  test('explains why there is no result for unfamiliar writing', async () => {
    await openReport({ finding: 'inconclusive', reasons: ['unfamiliar-writing', 'above-threshold'] })
    expect(screen.getByRole('heading', { level: 2, name: 'Unusual, but not enough to say' })).toBeTruthy()
    expect(screen.getByText(/unlike anything the detector was trained on/)).toBeTruthy()
  })

  test('goes from finding to place, reasons, facts and next steps', async () => {
    await openReport()
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles).toEqual([
      'Part of this text (34%) reads like AI writing',
      'Text',
      'What to ask next',
      'File checks',
      'For the record',
    ])
    expect(
      within(screen.getByRole('region', { name: 'For the record' }))
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Score, confidence and what they mean',
      'Score across the text',
      'How the score adds up',
      'Details',
    ])
    const folded = [...document.querySelectorAll('section > details:not(details details)')]
    expect(folded).toHaveLength(3)
    expect(folded.filter((details) => details.hasAttribute('open'))).toEqual([])
    expect(
      within(await unfold('What to ask next')).getByText(/never be the only basis for a decision/),
    ).toBeTruthy()
  })

  test('shows which detector scored the text and when', async () => {
    await openReport()
    const record = await unfold('Details')
    expect(within(record).getByText('penmark-tier-1, version 1.0.0')).toBeTruthy()
    for (const [name, hash] of [
      ['Model (SHA-256)', 'a3f1'.repeat(16)],
      ['Text (SHA-256)', '9be4'.repeat(16)],
    ] as const)
      expect(within(record).getByText(name).parentElement?.textContent).toContain(hash)
    expect(within(record).getByRole('button', { name: 'Copy: Text (SHA-256)' })).toBeTruthy()
  })

  test('has correctly nested headings', async () => {
    await openReport()
    const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName[1]))
    for (const [index, level] of levels.slice(1).entries())
      expect(level - (levels[index] ?? 0)).toBeLessThanOrEqual(1)
  })

  test('is still shown if the document itself cannot be loaded', async () => {
    answerCalls(ok(reportWith()), failure(500))
    open()
    expect(await screen.findByText('Failed to load document data. Please try again.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: /reads like AI writing/ })).toBeTruthy()
  })
})

describe('the way back', () => {
  test.each([
    ['?from=dashboard', '/dashboard', 'Back to the dashboard'],
    ['?from=class&classId=c1', '/classes/view/c1', 'Back to the class'],
    ['', '/documents', 'Back to documents'],
  ])('from "%s" leads to %s', async (query, to, words) => {
    answerCalls(ok(reportWith()))
    open(query)
    expect((await screen.findByRole('link', { name: words })).getAttribute('href')).toBe(to)
  })
})

describe('a document without a report', () => {
  const standing = (change: Partial<Document>) =>
    answerCalls(ok(reportWith({ ...unjudged, status: change.status ?? 'QUEUED' })), ok(documentWith(change)))

  test.each([
    ['QUEUED', 'QUEUED'],
    ['PROCESSING', 'PROCESSING'],
    ['ERROR', 'ERROR'],
    ['LIMIT_EXCEEDED', 'Limit Exceeded'],
  ] as const)('%s says its status', async (status, words) => {
    standing({ status })
    open()
    expect(await screen.findByText(`Assessment not completed yet. Current status: ${words}.`)).toBeTruthy()
  })

  test('an uploaded document that is not queued yet can be queued, and is not polled', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    standing({ status: 'UPLOADED' })
    open()
    expect(await screen.findByText('Assessment not completed yet. Current status: UPLOADED.')).toBeTruthy()
    expect(screen.getByText('Waiting')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reprocess' })).toBeTruthy()
    const before = calls.length
    await act(() => vi.advanceTimersByTimeAsync(3 * pollEveryMs.documents))
    expect(calls.length).toBe(before)
  })

  test('shows the current stage', async () => {
    standing({ status: 'PROCESSING', stage: 'detecting' })
    open()
    expect(await screen.findByText('Current step · Scoring the text')).toBeTruthy()
  })

  test('names the page of a scan that is being read', async () => {
    standing({ status: 'PROCESSING', stage: 'extracting', reading_page: 3, page_count: 10 })
    open()
    expect(await screen.findByText('Current step · Reading page 3 of 10')).toBeTruthy()
  })

  test('polls every 5000 ms, and shows the report when it is ready', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    standing({ status: 'QUEUED' })
    open()
    await screen.findByText(/Current status: QUEUED/)
    const before = calls.length
    answerCalls(ok(reportWith()))
    await act(() => vi.advanceTimersByTimeAsync(3_500))
    expect(calls.length).toBe(before)
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(calls.slice(before)).toContain('GET /api/v1/results/document/d-1')
    expect(await screen.findByRole('heading', { name: /reads like AI writing/ })).toBeTruthy()
    const after = calls.length
    await act(() => vi.advanceTimersByTimeAsync(3 * pollEveryMs.documents))
    expect(calls.length).toBe(after)
  })

  test('follows the document until the server has a result', async () => {
    answerCalls(failure(404), ok(documentWith({ status: 'PROCESSING', stage: 'extracting' })))
    open()
    expect(await screen.findByText('Assessment not completed yet. Current status: PROCESSING.')).toBeTruthy()
  })

  test('says why it failed and can be requeued', async () => {
    const status_reason = 'The file is protected by a password.'
    answerCalls(
      ok(reportWith({ ...unjudged, status: 'ERROR', status_reason })),
      ok(documentWith({ status: 'ERROR', status_reason })),
      ok(documentWith({ status: 'QUEUED' })),
    )
    open()
    expect(await screen.findByText(status_reason)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Reprocess' }))
    expect(await screen.findByText('Assessment not completed yet. Current status: QUEUED.')).toBeTruthy()
    expect(calls).toContain('POST /api/v1/documents/d-1/reprocess')
  })

  test('says for 5 s that it cannot be requeued', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    standing({ status: 'ERROR' })
    answers.reprocess = failure(409, 'The document is being worked on already.')
    open()
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await user.click(await screen.findByRole('button', { name: 'Reprocess' }))
    expect(await screen.findByText('Reprocess failed')).toBeTruthy()
    expect(screen.getByText('The document is being worked on already.')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(screen.getByText('Reprocess failed')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(screen.queryByText('Reprocess failed')).toBeNull()
  })
})

describe('what went wrong', () => {
  test.each([
    ['404', failure(404), failure(404), 'No assessment result found for this document.'],
    ['401', failure(401), failure(401), 'Authentication failed. Please log in again.'],
    ['500', failure(500), ok(documentWith()), 'Unable to load the report. Please try again later.'],
    [
      'completed without a judgement',
      ok(reportWith(unjudged)),
      ok(documentWith()),
      'Report not available. The document may still be processing.',
    ],
  ])('%s is explained', async (_, report, document, words) => {
    answerCalls(report, document)
    open()
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('asks a visitor to sign in', async () => {
    session.status = 'unavailable'
    answerCalls(ok(reportWith()))
    open()
    expect(screen.getByText('Authentication required to view this report.')).toBeTruthy()
    expect(calls).toEqual([])
  })
})
