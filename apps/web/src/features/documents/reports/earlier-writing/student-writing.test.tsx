import type { EarlierDocument, StudentWriting as StudentWritingData } from '@penmark/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../../../testing/api.ts'
import { openElement } from '../../../../testing/screen.tsx'
import { StudentWriting } from './student-writing.tsx'

const text = (document_id: string, written_in_class = true): EarlierDocument => ({
  document_id,
  created_at: '2026-09-14T10:00:00.000Z',
  filename: `${document_id}.txt`,
  score: 0.04,
  written_in_class,
  sentence_words: 15.2,
  word_letters: 4.21,
})
const writing = (change: Partial<StudentWritingData> = {}): StudentWritingData => ({
  known: 3,
  needed: 0,
  history: [text('one'), text('two'), text('three'), text('homework', false)],
  ...change,
})

const open = async (answer: Answer, more: Record<string, Answer> = {}) => {
  const api = fakeApi({ 'GET /students/ben/writing': answer, ...more })
  await openElement(<StudentWriting studentId="ben" completed={4} />)
  return { ...api, section: within(await screen.findByRole('region', { name: 'Writing over time' })) }
}

test('plots score and style of the texts, with those written in class as a range', async () => {
  const { section } = await open(() => writing())
  await section.findByText(
    'Each report compares its text with the 3 newest texts this student wrote in class.',
  )
  for (const name of [
    'Score of each text',
    'Words per sentence of each text',
    'Letters per word of each text',
  ])
    expect(section.getByRole('figure', { name })).toBeDefined()
  expect(section.getByText('range of the texts written in class')).toBeDefined()
  expect(section.queryByText('this text')).toBeNull()
})

test('gives the same figures as a table, with the mark in words and a link to each report', async () => {
  const { section } = await open(() => writing())
  const table = within(await section.findByRole('table', { name: 'Texts of this student', hidden: true }))
  const [, first, , , last] = table
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(first).toEqual(['one.txt14 Sept 2026 · Written in class', '4.0%', '15.2', '4.2'])
  expect(last?.[0]).toBe('homework.txt14 Sept 2026')
  expect(table.getByRole('link', { name: 'homework.txt', hidden: true }).getAttribute('href')).toBe(
    '/documents/homework/report',
  )
})

test('says how many more texts written in class are needed', async () => {
  const { section } = await open(() => writing({ known: 1, needed: 2, history: [text('one')] }))
  expect(
    await section.findByText(
      /^With 2 more texts written in class, of at least 250 words each, reports can compare/,
    ),
  ).toBeDefined()
  expect(section.queryByRole('figure')).toBeNull()
  expect(section.getByRole('table', { name: 'Texts of this student', hidden: true })).toBeDefined()
})

test('says what will be here while there is no scored text', async () => {
  const { section } = await open(() => writing({ known: 0, needed: 3, history: [] }))
  expect(await section.findByText(/^Nothing to show yet\./)).toBeDefined()
  expect(section.queryByRole('button')).toBeNull()
})

test('says that only the newest texts are shown where there are more', async () => {
  const { section } = await open(() =>
    writing({ history: Array.from({ length: 41 }, (_, nth) => text(`text ${nth}`)) }),
  )
  expect(await section.findByText(/^Only the 40 newest texts are shown/)).toBeDefined()
})

test('says why it could not be loaded, and tries again', async () => {
  let isBroken = true
  const { section } = await open(() =>
    isBroken ? refuse(503, { code: 'busy', detail: 'Come back.' }) : writing(),
  )
  await section.findByText('This student’s writing could not be loaded. Come back.')
  isBroken = false
  await userEvent.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByRole('figure', { name: 'Score of each text' })).toBeDefined()
})
