import { MantineProvider } from '@mantine/core'
import type { Report } from '@penmark/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTokenSource } from '../../../../lib/call/headers.ts'
import ConversationPage from '../../../../pages/documents/conversation.tsx'
import { mockSession } from '../../../../testing/screen.tsx'
import { documentWith, reportWith } from '../report.fixture.ts'

let report: Report
beforeEach(() => {
  mockSession()
  setTokenSource(async () => 'token')
  report = reportWith()
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/cases')) return new Response('[]')
    return new Response(JSON.stringify(address.includes('/results/') ? report : documentWith()))
  })
})
afterEach(() => vi.unstubAllGlobals())

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={['/documents/d-1/conversation?from=dashboard']}>
          <Routes>
            <Route path="/documents/:documentId/conversation" element={<ConversationPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

async function open() {
  show()
  return screen.findByRole('article')
}

test('gives the teacher questions about each passage, and space for notes', async () => {
  const sheet = await open()
  expect(screen.getByRole('heading', { name: 'Questions for the conversation' })).toBeTruthy()
  expect(sheet.textContent).toContain('Part of this text (34%) reads like AI writing.')
  expect(sheet.textContent).toContain('Amara Osei · essay-week-3.docx')
  expect(screen.getByRole('region', { name: 'Passage 1, paragraph 3' }).textContent).toMatch(
    /Water pollution is one of.*Can you say this part in your own words\?.*Notes/,
  )
  expect(screen.getByRole('region', { name: 'Passage 2, paragraph 4' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the report' }).getAttribute('href')).toBe(
    '/documents/d-1/report?from=dashboard',
  )
})

test('takes notes on each passage, and keeps them while the tab is open', async () => {
  await open()
  await userEvent.type(screen.getByRole('textbox', { name: 'Notes on passage 1' }), 'Knew the source.')
  cleanup()
  await open()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes on passage 1' }).value).toBe(
    'Knew the source.',
  )
  sessionStorage.clear()
})

test('gives the student the same passages without a score, a verdict or an accusation', async () => {
  const sheet = await open()
  await userEvent.click(screen.getByRole('button', { name: 'For the student' }))
  expect(screen.getByRole('heading', { name: 'Let’s talk about your text' })).toBeTruthy()
  expect(sheet.textContent).toContain('Water pollution is one of')
  expect(sheet.textContent).toContain('does not accuse you')
  expect(sheet.textContent).not.toMatch(/%|\bAI\b|score|detector|passage|threshold|evidence/i)
})

test('prints the sheet on screen', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test('has no sheet for a document without a report', async () => {
  report = reportWith({ status: 'PROCESSING' })
  show()
  expect(await screen.findByText('Report not available. The document may still be processing.')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
})
