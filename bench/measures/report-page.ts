import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Caller } from '../../tests/e2e/steps/calls.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'

const wordsWanted = 10_000
const runs = 7
const pollEveryMs = 50

/** A long text in which machine passages alternate with human ones, so that the report has marks to draw. */
function longText(): string {
  const golden = JSON.parse(readFileSync(new URL('../../packages/detector/golden/texts.json', import.meta.url), 'utf8')) as {
    name: string
    text: string
  }[]
  const machine = golden.find(({ name }) => name.startsWith('plain machine'))?.text ?? ''
  const parts: string[] = []
  for (let words = 0, i = 0; words < wordsWanted; i += 1) {
    const part = i % 3 === 2 ? machine : textOf(120, i)
    parts.push(part)
    words += part.split(/\s+/).length
  }
  return parts.join('\n\n')
}

/** From the click in the list until the last heading of the report is painted, with its text. */
export async function measureReportPage(page: Page, origin: string, caller: Caller): Promise<Figure> {
  const response = await caller.post('/documents/text', { text: longText() })
  const { id } = (await response.json()) as { id: string }
  for (;;) {
    const { status } = await caller.get<{ status: string }>(`/documents/${id}`)
    if (status === 'COMPLETED') break
    if (status === 'ERROR' || status === 'LIMIT_EXCEEDED') throw new Error(`The long document ended in ${status}.`)
    await wait(pollEveryMs)
  }
  const address = `/documents/${id}/report`
  const times: number[] = []
  // The first visit fetches the page's script; later ones have it cached.
  for (let i = 0; i <= runs; i += 1) {
    await page.goto(`${origin}/documents`)
    const link = page.locator(`a[href^="${address}"]`).first()
    await link.waitFor()
    const started = performance.now()
    await link.click()
    await page.getByRole('heading', { level: 2, name: 'Details' }).waitFor()
    const taken = performance.now() - started
    if (i > 0) times.push(taken)
  }
  return {
    name: 'report page of a document of 10,000 words',
    value: median(times),
    unit: 'ms',
    n: times.length,
    target: 500,
    better: 'lower',
  }
}
