import type { Comparison } from '@penmark/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answer, fakeApi } from '../../../testing/api.ts'
import { openElement } from '../../../testing/screen.tsx'
import { SharedCell } from './shared-cell.tsx'

const comparison = (state: Comparison['state']): Comparison => ({
  id: 'k1',
  class_group_id: 'c1',
  batch_id: null,
  assignment_text: '',
  state,
  status_reason: null,
  failure: null,
  progress: 1,
  documents: 4,
  pairs: 1,
  left_out: { quotation: 0, assignment: 0, source: 0, common: 0 },
  common: [],
  created_at: '2026-11-22T10:00:00.000Z',
  completed_at: null,
})
const ready: Answer = () => [comparison('ready')]
const pair = {
  id: 'p1',
  documents: [
    { id: 'd2', original_filename: 'essay.txt', student_id: 's2', student_name: 'Freya Olsen', share: 0.2 },
    { id: 'd1', original_filename: 'mine.txt', student_id: null, student_name: null, share: 0.3 },
  ],
  words: 240,
  passages: 1,
}
const overlap = {
  comparison_id: 'k1',
  class_group_id: 'c1',
  batch_id: null,
  documents: 1,
  words: 240,
  pairs: [pair],
}

async function open(overlaps: unknown[], comparisons: Answer = ready) {
  fakeApi({ 'GET /overlap/documents/d1': () => overlaps, 'GET /overlap/comparisons': comparisons })
  await openElement(<SharedCell document={{ id: 'd1', class_group_id: 'c1', batch_id: null }} />)
}
const link = () => screen.getByRole('link', { name: 'Compare' }).getAttribute('href')

test('names the student with whom a text shares most, and leads to both texts side by side', async () => {
  await open([overlap])
  expect(await screen.findByText(/^Shares 240 words with Freya Olsen\./)).toBeDefined()
  expect(link()).toBe('/classes/c1/shared-passages/p1')
})

test('counts several others, and leads to the comparison of the class', async () => {
  await open([{ ...overlap, documents: 3 }])
  expect(
    await screen.findByText(/^Shares passages with 3 other texts, up to 240 words with one of them\./),
  ).toBeDefined()
  expect(link()).toBe('/classes/c1/shared-passages')
})

test('says that nothing is shared only once the class was compared', async () => {
  await open([])
  expect(await screen.findByText('Shares no passage with the others.')).toBeDefined()
})

test.each([
  ['Not compared yet.', []],
  ['Being compared with the others.', [comparison('comparing')]],
])('until then says “%s”', async (words, comparisons) => {
  await open([], () => comparisons)
  expect(await screen.findByText(words)).toBeDefined()
  expect(link()).toBe('/classes/c1/shared-passages')
})
