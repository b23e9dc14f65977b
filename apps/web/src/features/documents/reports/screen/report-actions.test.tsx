import { MantineProvider } from '@mantine/core'
import type { Report } from '@penmark/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setTokenSource } from '../../../../lib/call/headers.ts'
import ReportPage from '../../../../pages/documents/report.tsx'
import { mockSession } from '../../../../testing/screen.tsx'
import { documentWith, reportWith } from '../report.fixture.ts'

const calls: string[] = []
const kept: { name: string; size: number }[] = []
let report: Report
let answers: { pdf: () => Response | Promise<Response>; recheck: () => Response }

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const aPdf = () =>
  new Response('%PDF', {
    headers: {
      'content-disposition': `attachment; filename="r.pdf"; filename*=UTF-8''Zo%C3%AB%20-%20report.pdf`,
    },
  })

beforeEach(() => {
  mockSession()
  setTokenSource(async () => 'token')
  calls.length = 0
  kept.length = 0
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${address}`)
    if (address.includes('/pdf')) return answers.pdf()
    if (address.endsWith('/recheck')) return answers.recheck()
    return json(address.includes('/results/') ? report : documentWith())
  })
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set('blob:1', blob as Blob)
    return 'blob:1'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push({ name: this.download, size: blobs.get(this.href)?.size ?? 0 })
  })
})

async function open(change: Partial<Report> = {}) {
  report = reportWith(change)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={['/documents/d-1/report']}>
          <Routes>
            <Route path="/documents/:documentId/report" element={<ReportPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return screen.findByRole('button', { name: 'Download PDF' })
}

const first = {
  score: 0.824,
  label: 'ai-generated',
  finding: 'ai-likely',
  created_at: '2026-11-21T09:30:00.000Z',
} as const
const checkOf = (version: string, change: Partial<Report['checks'][number]> = {}) => ({
  ...first,
  detector: { name: 'penmark-tier-1', version, model_hash: version.repeat(8) },
  ...change,
})
const both = [
  checkOf('1.0.0'),
  checkOf('1.1.0', { score: 0.31, finding: 'no-evidence', created_at: '2026-12-21T09:30:00.000Z' }),
]

describe('the PDF', () => {
  test('is downloaded in the reader’s language, with a progress message, under the server’s filename', async () => {
    let finish: (response: Response) => void = () => undefined
    answers = { pdf: () => new Promise((resolve) => (finish = resolve)), recheck: () => json({}) }
    const button = await open()
    await userEvent.click(button)
    expect(await screen.findByText('Creating the PDF. This takes a few seconds.')).toBeTruthy()
    finish(aPdf())
    await waitFor(() => expect(kept).toEqual([{ name: 'Zoë - report.pdf', size: 4 }]))
    expect(calls.find((call) => call.includes('/pdf'))).toMatch(
      /^GET \/api\/v1\/results\/document\/d-1\/pdf\?language=en.*&appendix=false&time_zone=\w/,
    )
    await waitFor(() => expect(screen.queryByText('Creating the PDF. This takes a few seconds.')).toBeNull())
  })

  test('has an appendix on request', async () => {
    answers = { pdf: aPdf, recheck: () => json({}) }
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'More PDFs' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'With an appendix: every figure' }))
    await waitFor(() => expect(kept).toHaveLength(1))
    expect(calls.find((call) => call.includes('/pdf'))).toContain('appendix=true')
  })

  test('says why it failed, and can be retried', async () => {
    answers = {
      pdf: () => json({ code: 'busy', detail: 'Many reports are being made.' }, 503),
      recheck: () => json({}),
    }
    const button = await open()
    await userEvent.click(button)
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('The PDF could not be created')).toBeTruthy()
    expect(within(alert).getByText('Many reports are being made.')).toBeTruthy()
    answers.pdf = aPdf
    await userEvent.click(button)
    await waitFor(() => expect(kept).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a check with a newer detector', () => {
  test('is offered only where one is active', async () => {
    await open({ checks: both.slice(0, 1) })
    expect(screen.queryByRole('button', { name: 'Re-check' })).toBeNull()
    expect(screen.queryByRole('region', { name: /Checked again/ })).toBeNull()
  })

  test('shows both results side by side, the first one leading', async () => {
    answers = { pdf: aPdf, recheck: () => json({ ...report, checks: both, may_recheck: false }) }
    await open({ checks: both.slice(0, 1), may_recheck: true })
    await userEvent.click(screen.getByRole('button', { name: 'Re-check' }))
    const panel = await screen.findByRole('region', { name: 'Checked again on 21 December 2026' })
    expect(within(panel).getByText('82.4%')).toBeTruthy()
    expect(within(panel).getByText('31.0%')).toBeTruthy()
    expect(within(panel).getByText('No sign of AI-generated text')).toBeTruthy()
    expect(within(panel).getByText('penmark-tier-1, version 1.1.0')).toBeTruthy()
    expect(screen.getByRole('heading', { name: /reads like AI writing/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Re-check' })).toBeNull()
  })

  test('says why it was refused, and reloads the report', async () => {
    answers = { pdf: aPdf, recheck: () => json({ code: 'conflict', detail: 'Judged already.' }, 409) }
    await open({ checks: both.slice(0, 1), may_recheck: true })
    await userEvent.click(screen.getByRole('button', { name: 'Re-check' }))
    expect(await screen.findByText('Judged already.')).toBeTruthy()
    await waitFor(() =>
      expect(calls.filter((call) => call === 'GET /api/v1/results/document/d-1')).toHaveLength(2),
    )
  })
})
