import type { Document } from '@penmark/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { documentsApi, fakeApi, refuse } from '../../../testing/api.ts'
import { aDocument } from '../../../testing/samples.ts'
import { documentKeys, updateCachedDocuments } from '../queries.ts'
import { type Listing, useDocumentPages } from './use-document-pages.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const newestFirst: Listing = { filter: {}, sort: 'upload_timestamp', order: 'desc' }

/** Newest first: `d0`, `d1`, … */
function documentsNewestFirst(count: number): Document[] {
  const newest = Date.parse('2026-11-21T10:00:00.000Z')
  return Array.from({ length: count }, (_, index) =>
    aDocument({ id: `d${index}`, upload_timestamp: new Date(newest - index * 60_000).toISOString() }),
  )
}

async function renderPages(documents: Document[]) {
  let deletedId: string | null = null
  let answersComing = true
  const answers = documentsApi(() => documents)
  const { calls } = fakeApi({
    ...answers,
    'GET /documents': (call) => {
      if (!answersComing) return new Promise(() => {})
      return deletedId !== null && call.query.get('before') === deletedId
        ? refuse(404, { code: 'not_found', detail: 'The list has changed.' })
        : answers['GET /documents'](call)
    },
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, rerender } = renderHook((listing: Listing) => useDocumentPages(listing), {
    wrapper,
    initialProps: newestFirst,
  })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await after(10)
  const loadMore = async () => {
    act(() => result.current.loadMore())
    await after(10)
  }
  /** The cursor of each page requested since the last check. */
  const requestedCursors = () => {
    const followed = calls
      .filter(({ path }) => path === '/documents')
      .map(({ query }) => query.get('before') ?? 'top')
    calls.length = 0
    return followed
  }
  const ids = () => result.current.documents?.map(({ id }) => id)
  return {
    result,
    rerender,
    after,
    loadMore,
    requestedCursors,
    ids,
    client,
    stopAnswering: () => (answersComing = false),
    deleteDocument: (id: string) => (deletedId = id),
  }
}

test('loads one page, and the next only near the end, until all are loaded', async () => {
  const { result, loadMore, requestedCursors, ids } = await renderPages(documentsNewestFirst(450))
  expect([result.current.documents?.length, result.current.total, result.current.more]).toEqual([
    60,
    450,
    true,
  ])
  await loadMore()
  await loadMore()
  expect(ids()).toEqual(documentsNewestFirst(450).map(({ id }) => id))
  expect(result.current.more).toBe(false)
  await loadMore()
  expect(requestedCursors()).toEqual(['top', 'd59', 'd259'])
})

test('polls every 5000 ms while a document is in progress, but only the first page and those with such a document', async () => {
  const documents = documentsNewestFirst(600)
  const running = documents[250]
  if (running) running.status = 'PROCESSING'
  const { result, after, loadMore, requestedCursors } = await renderPages(documents)
  await loadMore()
  await loadMore()
  requestedCursors()
  await after(4_900)
  expect(requestedCursors()).toEqual([])
  if (running) running.status = 'COMPLETED'
  await after(200)
  expect(requestedCursors()).toEqual(['top', 'd59'])
  expect(result.current.documents?.[250]?.status).toBe('COMPLETED')
  expect(result.current.loading).toBe(false)
  await after(20_000)
  expect(requestedCursors()).toEqual([])
})

test('keeps showing the documents while it asks for them again in the background', async () => {
  const { result, after, requestedCursors, ids, stopAnswering } = await renderPages([
    aDocument({ id: 'd0', status: 'QUEUED' }),
  ])
  requestedCursors()
  stopAnswering()
  await after(5_100)
  expect(requestedCursors()).toEqual(['top'])
  expect([ids(), result.current.loading, result.current.searching]).toEqual([['d0'], false, false])
})

test('reloads every page after a change, and on request', async () => {
  const { loadMore, requestedCursors, client, after, result } = await renderPages(documentsNewestFirst(300))
  await loadMore()
  requestedCursors()
  await act(() => client.invalidateQueries({ queryKey: documentKeys.all }))
  await after(10)
  expect(requestedCursors()).toEqual(['top', 'd59'])
  await act(async () => void result.current.refetch())
  await after(10)
  expect(requestedCursors()).toEqual(['top', 'd59'])
})

test('updates a cached document before asking the server', async () => {
  const { client, after, ids } = await renderPages(documentsNewestFirst(3))
  act(() => updateCachedDocuments(client, (documents) => documents.filter(({ id }) => id !== 'd1')))
  await after(0)
  expect(ids()).toEqual(['d0', 'd2'])
})

test('restarts from the top if the document before the page is gone', async () => {
  const documents = documentsNewestFirst(300)
  const { loadMore, deleteDocument, after, ids } = await renderPages(documents)
  documents.splice(59, 1)
  deleteDocument('d59')
  await loadMore()
  await after(100)
  await loadMore()
  await loadMore()
  expect(ids()).toEqual(documents.map(({ id }) => id))
})

test("keeps the previous filter's rows until the new ones arrive", async () => {
  const documents = [aDocument({ id: 'a', status: 'ERROR' }), aDocument({ id: 'b' })]
  const { rerender, result, after, ids } = await renderPages(documents)
  rerender({ ...newestFirst, filter: { status: 'ERROR' } })
  expect([ids()?.length, result.current.searching]).toEqual([2, true])
  await after(10)
  expect([ids(), result.current.total, result.current.searching]).toEqual([['a'], 1, false])
})
