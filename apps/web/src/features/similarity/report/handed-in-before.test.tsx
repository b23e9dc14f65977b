import type { EarlierMatch, EarlierOverlap, SourceMatch } from '@penmark/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fakeApi } from '../../../testing/api.ts'
import { openElement } from '../../../testing/screen.tsx'
import { HandedInBefore, HandedInBeforeCell, SourceCell } from './handed-in-before.tsx'

const match = (change: Partial<EarlierMatch> = {}): EarlierMatch => ({
  pair_id: 'p1',
  document: { id: 'd0', original_filename: 'essay.docx', student_id: 's1', student_name: 'Mia Abara' },
  is_own_work: false,
  class_name: '10A English',
  academic_year: null,
  handed_in_at: '2025-03-03T10:00:00.000Z',
  words: 240,
  share: 0.24,
  ...change,
})
const open = async (change: Partial<EarlierOverlap>) => {
  const overlap: EarlierOverlap = {
    state: 'ready',
    compared_at: '2026-11-27T10:00:00.000Z',
    matches: [],
    documents: 0,
    left_out: { quotation: 0, assignment: 0, source: 0, common: 0 },
    sources: [],
    school: null,
    ...change,
  }
  fakeApi({ 'GET /overlap/documents/d1/earlier': () => overlap })
  await openElement(
    <>
      <HandedInBeforeCell documentId="d1" />
      <SourceCell documentId="d1" />
      <HandedInBefore documentId="d1" />
    </>,
  )
}
const section = () => screen.findByRole('region', { name: 'Handed in before?' })

test('says how many words stand in which earlier document, and leads to both side by side', async () => {
  await open({
    matches: [match(), match({ pair_id: 'p2', class_name: null, words: 60, share: 0.06 })],
    documents: 5,
  })
  const shown = await section()
  const [first, second] = within(shown).getAllByRole('link')
  expect(first?.textContent).toBe(
    '240 words also stand in a document handed in on 3 Mar 2025 in 10A English (your class)',
  )
  expect(first?.getAttribute('href')).toBe('/documents/d1/shared-passages/p1')
  expect(second?.textContent).toBe(
    '60 words also stand in a document handed in to you on 3 Mar 2025, without a class',
  )
  expect(within(shown).getByText('Mia Abara · essay.docx · 24% of this text')).toBeDefined()
  expect(within(shown).getByText('And in 3 other documents.')).toBeDefined()
  expect(within(shown).getByText(/no proof of copying/)).toBeDefined()
})

test('calls work of the same student their own, not copied', async () => {
  await open({ matches: [match({ is_own_work: true })], documents: 1 })
  const shown = await section()
  expect(within(shown).getByText('the same student’s own work · essay.docx · 24% of this text')).toBeDefined()
  expect(within(shown).getByText(/has copied from nobody/)).toBeDefined()
})

test('says that nothing was found, and what is never compared', async () => {
  await open({})
  const shown = await section()
  expect(within(shown).getByText(/^No passage of it was found in your other documents/)).toBeDefined()
  expect(
    within(shown).getByText(
      /Quotations, the text of the assignment and the sources of the class are left out/,
    ),
  ).toBeDefined()
})

test('never says that nothing was found of a text that stands in ten others', async () => {
  await open({ left_out: { quotation: 0, assignment: 0, source: 0, common: 800 } })
  const shown = await section()
  expect(within(shown).getByText(/^800 words also stand in ten or more of your documents/)).toBeDefined()
  expect(within(shown).queryByText(/^No passage/)).toBeNull()
})

test('says that the text waits to be compared, and nothing of one that never will be', async () => {
  await open({ state: 'waiting', compared_at: null })
  expect(within(await section()).getByText(/being compared/)).toBeDefined()
  await open({ state: 'never', compared_at: null })
  await expect.poll(() => screen.queryAllByRole('region')).toHaveLength(1)
})

describe('the row of evidence', () => {
  const cell = () => screen.queryByRole('term')

  test('names the student with whose earlier document a text shares most', async () => {
    await open({ matches: [match()], documents: 1 })
    await section()
    expect(cell()?.parentElement?.textContent).toBe(
      'Handed in before?Shares 240 words with Mia Abara. Compare',
    )
    expect(cell()?.parentElement?.dataset.tone).toBe('notable')
  })

  test('never warns of a student’s own work', async () => {
    await open({ matches: [match({ is_own_work: true })], documents: 1 })
    await section()
    expect(cell()?.parentElement?.textContent).toContain('Shares 240 words with the same student’s own work.')
    expect(cell()?.parentElement?.dataset.tone).toBe('known')
  })

  test('names another student’s document, also where more words are the student’s own', async () => {
    const own = match({ pair_id: 'own', is_own_work: true, words: 900 })
    await open({ matches: [own, match({ words: 90 })], documents: 2 })
    await section()
    expect(cell()?.parentElement?.textContent).toBe(
      'Handed in before?Shares 90 words with Mia Abara. Compare',
    )
    expect(screen.getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe(
      '/documents/d1/shared-passages/p1',
    )
  })

  test('says that most of a text stands in ten others, and nothing where nothing was found', async () => {
    await open({ left_out: { quotation: 0, assignment: 0, source: 0, common: 800 } })
    await section()
    expect(cell()?.parentElement?.textContent).toContain(
      '800 words also stand in ten or more of your documents.',
    )
    cleanup()
    await open({})
    await section()
    expect(cell()).toBeNull()
  })
})

describe('a source of the class', () => {
  const source: SourceMatch = {
    id: 'm1',
    source_id: 'q1',
    name: 'Chapter 3',
    kind: 'book',
    class_name: '10A English',
    academic_year: null,
    words: 240,
    share: 0.24,
  }

  test('is named with the class to which it was added, and leads to both side by side', async () => {
    await open({ sources: [source] })
    const shown = await section()
    const link = within(shown).getByRole('link', {
      name: '240 words also stand in “Chapter 3”, a source that you added to 10A English',
    })
    expect(link.getAttribute('href')).toBe('/documents/d1/sources/m1')
    expect(within(shown).getByText('Book or article · 24% of this text')).toBeDefined()
  })

  test('stands in the row of evidence, without a warning', async () => {
    await open({ sources: [source, { ...source, id: 'm2', name: 'Answers', words: 30 }] })
    await section()
    const cell = screen.getByRole('term').parentElement
    expect(cell?.textContent).toBe(
      'Your sources240 words also stand in “Chapter 3”. Shares passages with 1 more source. Compare',
    )
    expect(cell?.dataset.tone).toBe('known')
  })
})
