import type { Page } from 'playwright'

export interface Watch {
  /** Unexpected problems so far. */
  problems(): string[]
  /** From now on, a matching console error or failed request is expected. */
  expect(pattern: RegExp): void
}

/**
 * Records console errors, page errors, failed requests and requests to other origins. A journey with any of
 * them fails.
 */
export function watchPage(page: Page, origin: string): Watch {
  const problems: string[] = []
  const expected: RegExp[] = []
  const report = (problem: string) => {
    if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem)
  }
  page.on('pageerror', (error) => report(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') report(`console error: ${message.text()} (${message.location().url})`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin)
      report(`left the origin: ${request.method()} ${url.href}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500)
      report(`status ${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return {
    problems: () => [...problems],
    expect: (pattern) => void expected.push(pattern),
  }
}
