import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../../testing/api.ts'
import { openElement } from '../../../testing/screen.tsx'
import { LazyDocumentWriting, LazyPassageWriting } from './lazy-document-writing.tsx'
import { recordPage, submissionView } from './record.fixture.ts'

const record: Answer = ({ query }) => recordPage(Number(query.get('offset')))
const answer = (writing: Answer) =>
  fakeApi({ 'GET /documents/d-1/writing': writing, 'GET /writing-submissions/w-1/record': record })

test('gives the line and the plot of a text that was handed in from a task, with a way to its replay', async () => {
  answer(() => submissionView())
  await openElement(<LazyDocumentWriting documentId="d-1" />)
  const part = within(await screen.findByRole('region', { name: 'How this text came to be' }))
  expect(part.getByText('16 words in 2 sessions, 74 minutes; 40% typed; 1 paste (9 words)')).toBeDefined()
  expect(
    await part.findByRole('figure', { name: 'Length of the text over the time of writing' }),
  ).toBeDefined()
  expect(part.getByText(/has no part in the score/)).toBeDefined()
  expect(part.getByRole('link', { name: 'Watch it grow, with all figures' }).getAttribute('href')).toBe(
    '/writing/submissions/w-1',
  )
})

test('offers to open the history of any other document, and shows nothing of it before', async () => {
  const { asked } = answer(() => null)
  await openElement(<LazyDocumentWriting documentId="d-1" />)
  const offer = await screen.findByText('Written in Google Docs? Open its history and watch the text grow.')
  expect(offer.closest('details')?.open).toBe(false)
  await userEvent.click(offer)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'Save Docs history' }).getAttribute('href')).toMatch(
    /^javascript:void/,
  )
  expect(screen.getByRole('button', { name: 'Open a Google Docs history' })).toBeDefined()
  expect(screen.queryByRole('figure')).toBeNull()
  expect(asked('GET', '/documents/d-1/writing')).toHaveLength(1)
})

test('reports a record that cannot be loaded', async () => {
  answer(() => refuse(500, { code: 'unexpected', detail: 'No.' }))
  await openElement(<LazyDocumentWriting documentId="d-1" />)
  expect(await screen.findByText(/could not be loaded\. The report is complete without it/)).toBeDefined()
})

test('shows which part of a passage was typed or pasted, and leads to that moment', async () => {
  answer(() => submissionView())
  await openElement(<LazyPassageWriting documentId="d-1" text="herring by the lighthouse. Tidal ranges" />)
  expect(
    await screen.findByText(/^How this passage was made: 68% typed, 32% pasted, between 1 Sept 2026/),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'Watch it' }).getAttribute('href')).toBe(
    '/writing/submissions/w-1?entry=20',
  )
})

test('says that a paste of words that were in the text already added none', async () => {
  const { summary } = submissionView()
  answer(() =>
    submissionView({ summary: { ...summary, pastes: { count: 1, words: 0, largest_words: 0, blocked: 0 } } }),
  )
  await openElement(<LazyDocumentWriting documentId="d-1" />)
  expect(
    await screen.findByText('16 words in 2 sessions, 74 minutes; 40% typed; 1 paste (no new words)'),
  ).toBeDefined()
})

const typed = 'My grandmother sold herring by the lighthouse. '
const inserted = 'Tidal ranges limited quay construction until enclosed docks arrived in the old harbour.'

/** A file whose content can be read, which the files of the simulated browser cannot. */
const fileOf = (name: string, content: string | null) =>
  Object.assign(new File([content ?? ''], name), {
    text: async () => content ?? Promise.reject(new Error('gone')),
  })

/** The history of a text of which the first sentence came in small pieces, and the second at once. */
function historyFile(change: (rows: unknown[]) => unknown[] = (rows) => rows): File {
  const operations: unknown[] = []
  for (let from = 0; from < typed.length; from += 5)
    operations.push({ ty: 'is', ibi: from + 1, s: typed.slice(from, from + 5) })
  operations.push({ ty: 'is', ibi: typed.length + 1, s: inserted }, { ty: 'as', st: 'text' })
  const start = Date.UTC(2026, 8, 1, 9)
  const changelog = operations.map((operation, nth) => [
    operation,
    start + nth * 20_000,
    'p-1',
    nth + 1,
    's-1',
    nth,
  ])
  return fileOf('load.json', `)]}'\n${JSON.stringify({ chunkedSnapshot: [], changelog: change(changelog) })}`)
}

async function openHistory(file: File, text = typed + inserted) {
  const documentText: Answer = () => text
  const { asked } = fakeApi({
    'GET /documents/d-1/writing': () => null,
    'GET /documents/d-1/text': documentText,
  })
  await openElement(<LazyDocumentWriting documentId="d-1" />)
  const region = within(await screen.findByRole('region', { name: 'How this text came to be' }))
  await userEvent.upload(region.getByLabelText('Open a Google Docs history', { selector: 'input' }), file)
  return { region, asked }
}

test('shows how a text grew in Google Docs, in words that claim no more than Google keeps', async () => {
  const { region, asked } = await openHistory(historyFile())
  expect(
    await region.findByText(
      '20 words in 1 session, 3 minutes; 35% in small changes; 1 insertion at once (13 words)',
      {},
      { timeout: 5_000 },
    ),
  ).toBeDefined()
  expect(
    region.getByText(
      'From Google Docs, in a file that you opened. A file can be edited; Penmark cannot vouch for it.',
    ),
  ).toBeDefined()
  expect(region.getByText(/^100% of this document is in the final version of the history/)).toBeDefined()
  expect(region.getByText('1 person changed the text.')).toBeDefined()
  expect(region.getByRole('slider', { name: 'Moment of the record' })).toBeDefined()
  expect(region.getByRole('table', { name: 'What the record measures' }).textContent).not.toMatch(
    /rhythm|left/,
  )
  expect(region.queryByText(/Pasted|pastes?\b/i, { selector: 'li, th, td, mark, button' })).toBeNull()
  expect(asked('POST', '/documents/d-1/writing')).toEqual([])
})

test('does not show the history of another text', async () => {
  const { region } = await openHistory(
    historyFile(),
    'A different essay about volcanoes, which has nothing in common with herring at all.',
  )
  expect(
    await region.findByText(
      /^This seems to be the history of another text: 0% of this document is in its final version\./,
    ),
  ).toBeDefined()
  expect(region.queryByRole('slider')).toBeNull()
})

test.each<[string, File, RegExp]>([
  ['is no history', fileOf('letter.txt', 'Dear Sir'), /^This file is not a Google Docs history/],
  ['is gone', fileOf('load.json', null), /^The file could not be read\./],
  [
    'begins later',
    historyFile((rows) => rows.slice(3)),
    /^This history begins at change 4\. Save it again with the bookmark/,
  ],
  [
    'has a gap',
    historyFile((rows) => rows.toSpliced(2, 3)),
    /^Change 6 of this history does not fit the text before it/,
  ],
])('says what to do about a file that %s', async (_, file, sentence) => {
  const { region } = await openHistory(file)
  expect(await region.findByText(sentence)).toBeDefined()
  expect(region.getByRole('button', { name: 'Open another history' })).toBeDefined()
})
