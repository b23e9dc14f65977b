import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answer, fakeApi, refuse } from '../../../test/api.ts'
import { openElement } from '../../../test/screen.tsx'
import { LazyDocumentWriting, LazyPassageWriting } from './lazy-document-writing.tsx'
import { recordPage, submissionView } from './record.fixture.ts'

const record: Answer = ({ query }) => recordPage(Number(query.get('offset')))
const answer = (writing: Answer) => fakeApi({ 'GET /documents/d-1/writing': writing, 'GET /writing-submissions/w-1/record': record })

it('gives the line and the plot of a text that was handed in from a task, with a way to its replay', async () => {
  answer(() => submissionView())
  await openElement(<LazyDocumentWriting documentId="d-1" />)
  const part = within(await screen.findByRole('region', { name: 'How this text came to be' }))
  expect(part.getByText('16 words in 2 sessions, 74 minutes; 40% typed; 1 paste (9 words)')).toBeDefined()
  expect(await part.findByRole('figure', { name: 'Length of the text over the time of writing' })).toBeDefined()
  expect(part.getByText(/has no part in the score/)).toBeDefined()
  expect(part.getByRole('link', { name: 'Watch it grow, with all figures' }).getAttribute('href')).toBe('/writing/submissions/w-1')
})

it('offers to open the history of any other document, and shows nothing of it before', async () => {
  const { asked } = answer(() => null)
  await openElement(<LazyDocumentWriting documentId="d-1" />)
  expect(await screen.findByRole('button', { name: 'Open a Google Docs history' })).toBeDefined()
  expect(screen.queryByRole('figure')).toBeNull()
  expect(asked('GET', '/documents/d-1/writing')).toHaveLength(1)
})

it('says so where it cannot be loaded', async () => {
  answer(() => refuse(500, { code: 'unexpected', detail: 'No.' }))
  await openElement(<LazyDocumentWriting documentId="d-1" />)
  expect(await screen.findByText(/could not be loaded\. The report is complete without it/)).toBeDefined()
})

it('tells which part of a passage was typed or pasted, and leads to that moment', async () => {
  answer(() => submissionView())
  await openElement(<LazyPassageWriting documentId="d-1" text="herring by the lighthouse. Tidal ranges" />)
  expect(await screen.findByText(/^How this passage was made: 68% typed, 32% pasted, between 1 Sept 2026/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Watch it' }).getAttribute('href')).toBe('/writing/submissions/w-1?entry=20')
})

it('says of a paste that only brought what stood in the text that it brought no new words', async () => {
  const { summary } = submissionView()
  answer(() => submissionView({ summary: { ...summary, pastes: { count: 1, words: 0, largest_words: 0, blocked: 0 } } }))
  await openElement(<LazyDocumentWriting documentId="d-1" />)
  expect(await screen.findByText('16 words in 2 sessions, 74 minutes; 40% typed; 1 paste (no new words)')).toBeDefined()
})
