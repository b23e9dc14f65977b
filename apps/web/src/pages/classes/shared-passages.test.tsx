import type { CommonPassage, Comparison, SharedTexts, SharingPair, Source } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, refuse } from '../../testing/api.ts'
import { openClassScreen, recordDownloads } from '../../testing/class-screen.tsx'
import { aDocument } from '../../testing/samples.ts'
import { SharedPairPage, SharedPassagesPage, UploadPassagesPage } from './shared-passages.tsx'

const comparison = (change: Partial<Comparison> = {}): Comparison => ({
  id: 'k1',
  class_group_id: 'c1',
  batch_id: null,
  assignment_text: 'Write about the river.',
  state: 'ready',
  status_reason: null,
  failure: null,
  progress: 1,
  documents: 30,
  pairs: 1,
  left_out: { quotation: 12, assignment: 340, source: 0, common: 0 },
  common: [],
  created_at: '2026-11-22T10:00:00.000Z',
  completed_at: '2026-11-22T10:00:01.000Z',
  ...change,
})

const pair: SharingPair = {
  id: 'p1',
  documents: [
    { id: 'd1', original_filename: 'river.docx', student_id: 'ben', student_name: 'Ben Ofori', share: 0.182 },
    { id: 'd2', original_filename: 'flood.docx', student_id: 'mia', student_name: 'Mia Abara', share: 0.1 },
  ],
  words: 73,
  passages: 2,
}

afterEach(() => vi.unstubAllGlobals())

const open = (answers: Record<string, Answer> = {}) =>
  openClassScreen(
    '/classes/:classId/shared-passages',
    <SharedPassagesPage />,
    '/classes/c1/shared-passages',
    {
      'GET /overlap/comparisons': () => [comparison()],
      'GET /overlap/comparisons/k1/pairs': () => [pair],
      ...answers,
    },
  )

test('says that a shared passage proves nothing, before it shows any', async () => {
  await open({ 'GET /overlap/comparisons': () => [] })
  expect(await screen.findByText(/^A shared passage is no proof of copying\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Year 10 English (2026/27)' }).getAttribute('href')).toBe(
    '/classes/view/c1',
  )
})

test('compares the class without the text of the assignment, and shows progress', async () => {
  const { asked } = await open({
    'GET /overlap/comparisons': () => [],
    'POST /overlap/comparisons': () => comparison({ state: 'comparing', progress: 0.4, completed_at: null }),
  })
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Text of the assignment' }),
    'Describe a flood.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByText('Comparing 30 documents')).toBeDefined()
  expect(
    screen.getByRole('progressbar', { name: 'Progress of the comparison' }).getAttribute('aria-valuenow'),
  ).toBe('40')
  expect(asked('POST', '/overlap/comparisons')[0]?.body).toEqual({
    class_group_id: 'c1',
    assignment_text: 'Describe a flood.',
  })
})

test('stops a comparison', async () => {
  const { asked } = await open({
    'GET /overlap/comparisons': () => [comparison({ state: 'waiting', completed_at: null })],
    'DELETE /overlap/comparisons/k1': () => ({ id: 'k1', deleted: true }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(asked('DELETE', '/overlap/comparisons/k1')).toHaveLength(1)
})

test('lists the pairs with the share of each document, and links to both texts', async () => {
  await open()
  const table = within(await screen.findByRole('table', { name: 'Pairs that share passages' }))
  const [, row] = table.getAllByRole('row')
  expect(row?.textContent).toBe('Ben Ofori · river.docxMia Abara · flood.docx18.2%10.0%732')
  expect(
    table
      .getByRole('link', { name: 'Read Ben Ofori · river.docx and Mia Abara · flood.docx side by side' })
      .getAttribute('href'),
  ).toBe('/classes/c1/shared-passages/p1')
  expect(screen.getByText(/^1 pair of 30 documents shares passages\./)).toBeDefined()
  expect(screen.getByText('Words left out: 12 in quotations, 340 of the assignment.')).toBeDefined()
  expect(screen.queryByRole('img', { name: 'Which documents share passages' })).toBeNull()
})

test('says that what stands in a source of the class is left out', async () => {
  await open({
    'GET /overlap/comparisons': () => [
      comparison({ left_out: { quotation: 0, assignment: 0, source: 84, common: 0 } }),
    ],
  })
  expect(
    await screen.findByText(/84 words also stand in your sources and are left out, as all may use them\./),
  ).toBeDefined()
})

test('lists the pairs with whole names on a narrow screen', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }))
  const [first, second] = pair.documents
  await open({
    'GET /overlap/comparisons/k1/pairs': () => [
      { ...pair, documents: [first, { ...second, student_id: first.student_id }] },
    ],
  })
  const list = within(await screen.findByRole('list', { name: 'Pairs that share passages' }))
  expect([...list.getByRole('listitem').children].map(({ textContent }) => textContent)).toEqual([
    'Ben Ofori · river.docx18.2% of its words',
    'Mia Abara · flood.docx10.0% of its words',
    '73 shared words in 2 passages · By the same student',
    'Read side by side',
  ])
  const link = list.getByRole('link', {
    name: 'Read Ben Ofori · river.docx and Mia Abara · flood.docx side by side',
  })
  expect(link.getAttribute('href')).toBe('/classes/c1/shared-passages/p1')
  expect(screen.queryByRole('table')).toBeNull()
})

const group: CommonPassage = {
  text: 'Name, date and the title of the essay',
  words: 14,
  documents: 30,
  members: [
    { id: 'd1', original_filename: 'river.docx', student_id: 'ben', student_name: 'Ben Ofori' },
    { id: 'd3', original_filename: 'flood.docx', student_id: null, student_name: null },
  ],
}

test('names the students of a group that shares a passage, and leaves the passage out once the teacher says it was handed out', async () => {
  const { asked } = await open({
    'GET /overlap/comparisons': () => [comparison({ common: [group] })],
    'POST /overlap/comparisons': () => comparison({ state: 'waiting', completed_at: null }),
  })
  const section = within(await screen.findByRole('region', { name: 'The same passage in several documents' }))
  expect(section.getByText('30 documents share 14 words')).toBeDefined()
  expect(section.getByText(group.text)).toBeDefined()
  expect(section.getByRole('link', { name: 'Ben Ofori' }).getAttribute('href')).toBe('/documents/d1/report')
  expect(section.getByRole('link', { name: 'flood.docx' })).toBeDefined()
  expect(section.getByText('and 28 others')).toBeDefined()
  await userEvent.click(section.getByRole('button', { name: 'I handed this out: leave it out' }))
  const assignment_text = `Write about the river.\n\n${group.text}`
  expect(asked('POST', '/overlap/comparisons')[0]?.body).toEqual({ class_group_id: 'c1', assignment_text })
})

test.each<[string, Partial<Comparison>]>([
  ['a group is so large that its pairs are not listed', { common: [group] }],
  [
    'an earlier version left out what many documents share',
    { left_out: { quotation: 0, assignment: 0, source: 0, common: 900 } },
  ],
])('never says that nothing is shared where %s', async (_, change) => {
  await open({
    'GET /overlap/comparisons': () => [comparison({ pairs: 0, ...change })],
    'GET /overlap/comparisons/k1/pairs': () => [],
  })
  expect(await screen.findByText(/many of them share the same passages/)).toBeDefined()
  expect(screen.queryByText(/^None of the/)).toBeNull()
})

test('says that nothing is shared', async () => {
  await open({
    'GET /overlap/comparisons': () => [comparison({ pairs: 0 })],
    'GET /overlap/comparisons/k1/pairs': () => [],
  })
  expect(
    await screen.findByText(
      'None of the 30 documents shares a passage of twelve words or more with another.',
    ),
  ).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull()
})

test('says why a comparison was refused or failed', async () => {
  const detail = 'There are fewer than two completed documents to compare.'
  await open({
    'GET /overlap/comparisons': () => [
      comparison({ state: 'failed', status_reason: 'It was too long.', failure: null }),
    ],
    'POST /overlap/comparisons': () => refuse(409, { code: 'conflict', detail }),
  })
  expect(await screen.findByText('The comparison failed. Nothing is lost. It was too long.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Compare again' }))
  expect(await screen.findByText(`The comparison was not started. ${detail}`)).toBeDefined()
})

test('exports the pairs', async () => {
  const downloads = recordDownloads()
  await open({ 'GET /overlap/comparisons/k1/csv': () => 'a;b' })
  await userEvent.click(await screen.findByRole('button', { name: 'Export as CSV' }))
  await expect.poll(() => downloads.names).toEqual(['pairs.csv'])
})

test('saves what stands in earlier documents and in sources as CSV, also before the class is compared', async () => {
  const downloads = recordDownloads()
  const { asked } = await open({
    'GET /overlap/comparisons': () => [],
    'GET /overlap/classes/c1/earlier/csv': () => 'a;b',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Export matches from other classes' }))
  await expect.poll(() => downloads.names).toEqual(['handed-in-before.csv'])
  expect(asked('GET', '/overlap/classes/c1/earlier/csv')[0]?.query.get('language')).toBe('en-GB')
})

const sharedTexts: SharedTexts = {
  pair,
  comparison_id: 'k1',
  texts: [
    'Mine. The river rose. Also mine. It took the bridge.',
    'It took the bridge! Hers. The river rose!',
  ],
  passages: [
    {
      ranges: [
        { start: 6, end: 21 },
        { start: 26, end: 41 },
      ],
      words: 3,
    },
    {
      ranges: [
        { start: 33, end: 52 },
        { start: 0, end: 19 },
      ],
      words: 4,
    },
  ],
}

const source: Source = {
  id: 's1',
  class_group_id: 'c1',
  name: 'Chapter 3',
  kind: 'book',
  state: 'waiting',
  status_reason: null,
  failure: null,
  words: null,
  documents: 0,
  is_comparing: true,
  created_at: '2026-11-22T10:00:00.000Z',
}

test('shows a pair side by side, each passage a link to the same passage in the other document', async () => {
  await openClassScreen(
    '/classes/:classId/shared-passages/:pairId',
    <SharedPairPage />,
    '/classes/c1/shared-passages/p1',
    {
      'GET /overlap/pairs/p1': () => sharedTexts,
    },
  )
  const mine = within(await screen.findByRole('region', { name: 'river.docx' }))
  const hers = within(screen.getByRole('region', { name: 'flood.docx' }))
  const names = (links: HTMLElement[]) => links.map((link) => link.textContent)
  expect(names(mine.getAllByTitle(/^Go to passage/))).toEqual([
    '1Passage 1 of 2, 3 shared wordsThe river rose.',
    '2Passage 2 of 2, 4 shared wordsIt took the bridge.',
  ])
  expect(names(hers.getAllByTitle(/^Go to passage/))).toEqual([
    '2Passage 2 of 2, 4 shared wordsIt took the bridge!',
    '1Passage 1 of 2, 3 shared wordsThe river rose!',
  ])
  mine.getByTitle('Go to passage 2 in the other document').focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(hers.getByTitle('Go to passage 2 in the other document'))
  expect(mine.getByRole('link', { name: 'Report' }).getAttribute('href')).toBe('/documents/d1/report')
})

test('makes a passage that everybody quotes a source of the class in one click, and takes it back', async () => {
  const { asked } = await openClassScreen(
    '/documents/:documentId/shared-passages/:pairId',
    <SharedPairPage />,
    '/documents/d1/shared-passages/p1',
    {
      'GET /documents/d1': () => aDocument({ id: 'd1', class_group_id: 'c1' }),
      'GET /overlap/pairs/p1': () => sharedTexts,
      'POST /class-groups/c1/sources/text': () => ({ ...source, name: '“It took the bridge.”' }),
      'DELETE /sources/s1': () => ({ id: 's1', deleted: true }),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Make passage 2 a source of the class' }))
  expect(await screen.findByText(/^Passage 2, 4 shared words · now a source of the class$/)).toBeDefined()
  expect(asked('POST', '/class-groups/c1/sources/text')[0]?.body).toEqual({
    name: '“It took the bridge.”',
    kind: 'book',
    text: 'It took the bridge.',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Undo: passage 2 is no source of the class' }))
  expect(await screen.findByRole('button', { name: 'Make passage 2 a source of the class' })).toBeDefined()
  expect(asked('DELETE', '/sources/s1')).toHaveLength(1)
})

test('offers no source where documents that were uploaded together have no class', async () => {
  await openClassScreen(
    '/uploads/:batchId/shared-passages/:pairId',
    <SharedPairPage />,
    '/uploads/b1/shared-passages/p1',
    { 'GET /overlap/pairs/p1': () => sharedTexts },
  )
  expect(await screen.findByRole('region', { name: 'river.docx' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /source of the class/ })).toBeNull()
})

test('says that a pair no longer exists', async () => {
  await openClassScreen(
    '/classes/:classId/shared-passages/:pairId',
    <SharedPairPage />,
    '/classes/c1/shared-passages/p1',
    {
      'GET /overlap/pairs/p1': () => refuse(404, { code: 'not_found', detail: 'There is no such pair.' }),
    },
  )
  expect(await screen.findByText('The pair could not be loaded. There is no such pair.')).toBeDefined()
})

test('compares the documents of an upload without a class', async () => {
  const { asked } = await openClassScreen(
    '/uploads/:batchId/shared-passages',
    <UploadPassagesPage />,
    '/uploads/b1/shared-passages',
    {
      'GET /overlap/comparisons': () => [],
      'POST /overlap/comparisons': () => comparison({ class_group_id: null, batch_id: 'b1' }),
      'GET /overlap/comparisons/k1/pairs': () => [pair],
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
  expect(asked('GET', '/overlap/comparisons')[0]?.query.get('batch_id')).toBe('b1')
  expect(asked('POST', '/overlap/comparisons')[0]?.body).toEqual({ batch_id: 'b1', assignment_text: '' })
  const link = await screen.findByRole('link', {
    name: 'Read Ben Ofori · river.docx and Mia Abara · flood.docx side by side',
  })
  expect(link.getAttribute('href')).toBe('/uploads/b1/shared-passages/p1')
})

test('draws a map with names for three or more documents, and none for a single pair', async () => {
  const [ben, mia] = pair.documents
  const third = {
    id: 'd3',
    original_filename: 'a very long name of a file.docx',
    student_id: null,
    student_name: null,
    share: 0.1,
  }
  await open({
    'GET /overlap/comparisons/k1/pairs': () => [pair, { ...pair, id: 'p2', documents: [mia, third] }],
  })
  const map = within(await screen.findByRole('img', { name: 'Which documents share passages' }))
  expect(map.getAllByText(/./, { selector: 'text' }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([ben.student_name, mia.student_name, 'a very long name of…']),
  )
})
