import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setTokenSource } from '../../../../lib/call/headers.ts'
import type { Session } from '../../../../lib/session/session.tsx'
import { mockSession } from '../../../../testing/screen.tsx'
import { documentWith } from '../report.fixture.ts'
import { ExtractedTextPage, textFilename } from './extracted-text.tsx'

let session: Session

beforeEach(() => {
  session = mockSession()
  setTokenSource(async () => 'token')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function open(text: Response, address = '/documents/d-1/text-view') {
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/text') ? text : Response.json(documentWith()),
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path="/documents/:documentId/text-view" element={<ExtractedTextPage />} />
            <Route path="/text-view" element={<ExtractedTextPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const failure = (status: number, detail: string) => new Response(JSON.stringify({ detail }), { status })

describe('the extracted text', () => {
  test("is shown in paragraphs, with the server's word count", async () => {
    open(new Response('One paragraph.\n\nAnother, with\na line break.'))
    expect(await screen.findByText('One paragraph.')).toBeTruthy()
    expect(screen.getByText(/Another, with/).textContent).toBe('Another, with\na line break.')
    expect(await screen.findByText('412 words')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to documents' }).getAttribute('href')).toBe('/documents')
  })

  test('is copied unchanged', async () => {
    const user = userEvent.setup()
    open(new Response('One.\n\nTwo.'))
    await user.click(await screen.findByRole('button', { name: 'Copy text' }))
    expect(await navigator.clipboard.readText()).toBe('One.\n\nTwo.')
    expect(await screen.findByRole('button', { name: 'Text copied' })).toBeTruthy()
  })

  test("is downloaded under the file's name", async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:text')
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    open(new Response('One.'))
    await screen.findByText('412 words')
    await userEvent.click(await screen.findByRole('button', { name: 'Download .txt' }))
    expect(names).toEqual(['essay-week-3.txt'])
    expect(made.mock.calls[0]?.[0]).toHaveProperty('size', 'One.'.length)
  })

  test.each([
    [404, 'gone', /No text was found for this document/],
    [415, 'image only', /No text could be read from this file/],
    [401, 'expired', /Please log in to read this text/],
    [500, 'Error id 4711.', 'The text could not be loaded: Error id 4711.'],
  ])('explains %s', async (status, detail, words) => {
    open(failure(status, detail))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Download .txt' })).toBeNull()
  })

  test('says so if there is none', async () => {
    open(new Response(' \n'))
    expect(await screen.findByText('This document contains no text.')).toBeTruthy()
  })

  test('says that the address names no document', () => {
    open(new Response(''), '/text-view')
    expect(screen.getByText(/This link does not point to a document/)).toBeTruthy()
  })

  test('asks a visitor to sign in', () => {
    session.status = 'unavailable'
    open(new Response(''))
    expect(screen.getByText('Please log in to read this text.')).toBeTruthy()
  })
})

test.each([
  ['essay.docx', 'essay.txt'],
  ['my.essay.v2.pdf', 'my.essay.v2.txt'],
  ['notes', 'notes.txt'],
  ['.docx', 'document.txt'],
  [undefined, 'document.txt'],
])('names the text of %s %s', (original, expected) => {
  expect(textFilename(original)).toBe(expected)
})
