import type { EarlierDocument, EarlierWriting as EarlierWritingData } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../../../testing/api.ts'
import { openElement } from '../../../../testing/screen.tsx'
import { EarlierWriting } from './earlier-writing.tsx'

const text = (document_id: string, change: Partial<EarlierDocument> = {}): EarlierDocument => ({
  document_id,
  created_at: '2026-09-14T10:00:00.000Z',
  filename: `${document_id}.txt`,
  score: 0.04,
  written_in_class: true,
  sentence_words: 15.2,
  word_letters: 4.21,
  ...change,
})
const reportText = text('d1', {
  written_in_class: false,
  created_at: '2026-11-02T10:00:00.000Z',
  score: 0.31,
  sentence_words: 27.9,
})
const comparison = (change: Partial<EarlierWritingData> = {}): EarlierWritingData => ({
  outcome: 'no-difference',
  known: 3,
  needed: 0,
  distance: 0.1,
  threshold: 1,
  measures: [
    { name: 'sentence-words', value: 27.9, low: 14.1, high: 18.3 },
    { name: 'word-variety', value: 0.71, low: 0.6, high: 0.66 },
    { name: 'function-word-distance', value: 0.934, low: 0.6, high: 0.712 },
  ],
  measured: { n: 1_790, writers: 287, differing: 5, high: 0.0065 },
  measured_machine: { n: 1_416, differing: 766 },
  history: [text('one'), text('two'), text('three'), reportText],
  ...change,
})
const uncompared = { distance: null, measures: [] }

const open = async (answer: Answer) => {
  const api = fakeApi({ 'GET /results/document/d1/earlier-writing': answer })
  await openElement(<EarlierWriting documentId="d1" />)
  return api
}
const region = () => screen.findByRole('region', { name: 'Earlier writing of this student' })
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('says of a text that does not differ only how often texts by machines did not either', async () => {
  await open(() => comparison())
  const section = within(await region())
  expect(
    section.getByText(
      /nothing to report\. This does not show who wrote the text, .* 650 of 1,416 texts by machines \(46%\)/,
    ),
  ).toBeDefined()
  expect(section.queryByText(/in line|never a verdict/i)).toBeNull()
  expect(section.queryByRole('table', { name: 'Measures of style' })).toBeNull()
})

test('says that a text differs, with the harmless reasons and how often that was wrong', async () => {
  await open(() => comparison({ outcome: 'differs', distance: 2 }))
  const section = within(await region())
  expect(
    section.getByText(
      /^Differs from earlier work: .* of the 3 texts marked as written in class by this student\.$/,
    ),
  ).toBeDefined()
  expect(
    section.getByText(/another kind of text, months in between, help from a tutor, or dictation/),
  ).toBeDefined()
  expect(
    section.getByText(
      /of 1,790 comparisons .* \(287 writers\), 5 wrongly came out as different\. That is 0\.28%, .* at most 0\.65%/,
    ),
  ).toBeDefined()
})

test('gives each measure of a text that differs beside the range of the known texts', async () => {
  await open(() => comparison({ outcome: 'differs', distance: 2 }))
  const table = within(await region()).getByRole('table', { name: 'Measures of style' })
  expect(rowsOf(table)).toEqual([
    ['Measure', 'This text', 'The 3 texts written in class'],
    ['Words per sentence', '27.9', '14.1 to 18.3'],
    ['Words not used just before', '71%', '60% to 66%'],
    ['Distance in the use of common words', '0.93', '0.60 to 0.71'],
  ])
})

test('shows the texts over time as plots and as a table, with this text among them', async () => {
  await open(() => comparison())
  const section = within(await region())
  expect(section.getByRole('figure', { name: 'Score of each text' })).toBeDefined()
  expect(section.getByRole('figure', { name: 'Words per sentence of each text' })).toBeDefined()
  expect(section.getByRole('figure', { name: 'Letters per word of each text' })).toBeDefined()
  expect(section.getByText('range of the texts written in class')).toBeDefined()
  const table = section.getByRole('table', { name: 'Texts of this student', hidden: true })
  expect(rowsOf(table).slice(1)).toEqual([
    ...['one', 'two', 'three'].map((name) => [
      `${name}.txt14 Sept 2026 · Written in class`,
      '4.0%',
      '15.2',
      '4.2',
    ]),
    ['This text2 Nov 2026', '31.0%', '27.9', '4.2'],
  ])
  expect(within(table).getByRole('link', { name: 'two.txt', hidden: true }).getAttribute('href')).toBe(
    '/documents/two/report',
  )
})

test('says how many more texts written in class are needed, and draws no range of too few', async () => {
  await open(() =>
    comparison({
      ...uncompared,
      outcome: 'too-few',
      known: 1,
      needed: 2,
      history: [text('one'), reportText],
    }),
  )
  const section = within(await region())
  expect(
    section.getByText(/needs 2 more texts written in class by this student, of at least 250 words each\.$/),
  ).toBeDefined()
  expect(section.queryByText('range of the texts written in class')).toBeNull()
  expect(section.queryByText(/verdict|wrongly/)).toBeNull()
})

test('shows nothing of a single text, of which the row of evidence says everything', async () => {
  const { asked } = await open(() =>
    comparison({ ...uncompared, outcome: 'too-few', known: 0, needed: 3, history: [reportText] }),
  )
  await expect.poll(() => asked('GET', '/results/document/d1/earlier-writing')).toHaveLength(1)
  expect(screen.queryByRole('region')).toBeNull()
})

test('says that the text itself is too short', async () => {
  await open(() => comparison({ ...uncompared, outcome: 'too-short' }))
  const section = within(await region())
  expect(section.getByText(/^This text is too short .* At least 250 words are needed\.$/)).toBeDefined()
  expect(section.queryByRole('table', { name: 'Measures of style' })).toBeNull()
})

test.each(['no-student', 'not-scored'] as const)(
  'shows nothing for a document that is %s',
  async (outcome) => {
    const { asked } = await open(() => comparison({ ...uncompared, outcome, known: 0, history: [] }))
    await expect.poll(() => asked('GET', '/results/document/d1/earlier-writing')).toHaveLength(1)
    expect(screen.queryByRole('region')).toBeNull()
  },
)

test('reports a comparison that cannot be loaded, and offers to try again', async () => {
  let isBroken = true
  await open(() => (isBroken ? refuse(500, { code: 'unexpected', detail: 'No.' }) : comparison()))
  await screen.findByText(/The report is complete without it/)
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await region()).toBeDefined()
})
