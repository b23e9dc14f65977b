import type { DocumentOverlap, SharingPair } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../testing/api.ts'
import { openElement } from '../../../testing/screen.tsx'
import { SharedInReport } from './shared-in-report.tsx'

const pair = (id: string, words: number, student_name: string | null): SharingPair => ({
  id,
  documents: [
    { id: `of ${id}`, original_filename: `${id}.txt`, student_id: null, student_name, share: 0.2 },
    { id: 'd1', original_filename: 'mine.txt', student_id: null, student_name: null, share: 0.3 },
  ],
  words,
  passages: 1,
})
const overlap = (change: Partial<DocumentOverlap> = {}): DocumentOverlap => ({
  comparison_id: 'k1',
  class_group_id: 'c1',
  batch_id: null,
  documents: 2,
  words: 120,
  pairs: [pair('p1', 120, 'Mia Abara'), pair('p2', 30, null)],
  ...change,
})
const open = async (
  overlaps: DocumentOverlap[],
  document: { class_group_id: string | null; batch_id: string | null },
) => {
  const { calls } = fakeApi({ 'GET /overlap/documents/d1': () => overlaps })
  await openElement(<SharedInReport document={{ id: 'd1', ...document }} />)
  return calls
}
const links = (section: HTMLElement) =>
  within(section)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('says how much the text shares with others of its class, and leads to each of them side by side', async () => {
  await open([overlap()], { class_group_id: 'c1', batch_id: null })
  const section = await screen.findByRole('region', { name: 'Shared passages' })
  expect(
    within(section).getByText(
      'Shares passages with 2 other texts of this class: up to 120 words with one of them.',
    ),
  ).toBeDefined()
  expect(within(section).getByText(/no proof of copying/)).toBeDefined()
  expect(links(section)).toEqual([
    ['Mia Abara · p1.txt', '/classes/c1/shared-passages/p1'],
    ['p2.txt', '/classes/c1/shared-passages/p2'],
    ['Compare the texts of this class', '/classes/c1/shared-passages'],
  ])
})

test('leads to the comparison of an upload without a class', async () => {
  await open(
    [
      overlap({
        class_group_id: null,
        batch_id: 'b1',
        documents: 1,
        words: 30,
        pairs: [pair('p2', 30, null)],
      }),
    ],
    {
      class_group_id: null,
      batch_id: 'b1',
    },
  )
  const section = await screen.findByRole('region', { name: 'Shared passages' })
  expect(
    within(section).getByText('Shares passages with 1 other text of the same upload: 30 words.'),
  ).toBeDefined()
  expect(links(section)).toEqual([
    ['p2.txt', '/uploads/b1/shared-passages/p2'],
    ['Compare the texts of this upload', '/uploads/b1/shared-passages'],
  ])
})

test('shows nothing for a document that shares nothing, or has neither class nor upload', async () => {
  const calls = await open([], { class_group_id: 'c1', batch_id: null })
  await expect.poll(() => calls.length).toBe(1)
  await open([overlap()], { class_group_id: null, batch_id: null })
  expect(screen.queryAllByRole('region')).toEqual([])
})
