import { describe, expect, test } from 'vitest'
import { findRunningRows, type PageRows } from './headers-and-footnotes.ts'
import type { Row } from './reader/page.ts'

const body = 11
const row = (y: number, text: string, height = body): Row => ({
  y,
  height,
  items: [{ text, x: 30, y, width: text.length * 5, height }],
})
const slide = (title: Row, nth: number): PageRows => ({
  page: { width: 363, height: 272, items: [] },
  rows: [title, ...[200, 180, 160].map((y, line) => row(y, 'qwert'.charAt(line).repeat(nth + 1)))],
})
const leftOut = (pages: PageRows[]) => [...findRunningRows(pages, body)].map(({ items }) => items[0]?.text)
const slides = (titleOf: (nth: number) => Row) =>
  Array.from({ length: 10 }, (_, nth) => slide(titleOf(nth), nth))

describe('a title', () => {
  test('of several slides in a row is read, as its letters are larger than the text', () => {
    expect(
      leftOut(slides((nth) => row(240, nth < 4 ? 'Candidate Generation' : `Slide ${'w'.repeat(nth)}`, 14))),
    ).toEqual([])
  })

  test('in the size of the text is left out where it is repeated, as a running header', () => {
    expect(
      leftOut(slides((nth) => row(240, nth < 4 ? 'Candidate Generation' : `Slide ${'w'.repeat(nth)}`))),
    ).toHaveLength(4)
  })

  test('on at least half of the pages is a running header, however large', () => {
    expect(
      leftOut(slides((nth) => row(240, nth < 6 ? 'Hill School' : `Slide ${'w'.repeat(nth)}`, 14))),
    ).toHaveLength(6)
  })

  test('of a slide or a figure is no header of its only page', () => {
    const rows = [row(262, 'Labels of the nodes'), row(160, 'The first node'), row(140, 'The second node')]
    expect(leftOut([{ page: { width: 363, height: 272, items: [] }, rows }])).toEqual([])
    expect(leftOut([{ page: { width: 272, height: 280, items: [] }, rows }])).toEqual(['Labels of the nodes'])
  })
})

test('the last rows of a table at the edge of a page are no titles beside its number', () => {
  const cells = (y: number, ...texts: string[]): Row => ({
    y,
    height: body,
    items: texts.map((text, nth) => ({ text, x: 30 + nth * 90, y, width: text.length * 5, height: body })),
  })
  const page = { width: 595, height: 842, items: [] }
  const text = [row(700, 'The modes of the register'), row(680, 'are chosen by two lines.')]
  const table = [cells(100, '0', '1', 'Shift to the right'), cells(80, '1', '0', 'Shift to the left')]
  expect(leftOut([{ page, rows: [...text, ...table] }])).toEqual([])
  expect(leftOut([{ page, rows: [...text, cells(40, '12', '', 'The modes of the register')] }])).toEqual([
    '12',
  ])
})
