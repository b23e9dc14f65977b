import type { Page } from 'playwright'

export interface Watch {
  /** Everything unexpected that went wrong so far. */
  faults(): string[]
  /** From now on, a matching console error or failed request is expected. */
  expect(pattern: RegExp): void
}

/** Records console errors, page errors, failed requests and requests to other origins. A journey with any of them fails. */
export function watchPage(page: Page, origin: string): Watch {
  const noted: string[] = []
  const expected: RegExp[] = []
  const note = (fault: string) => {
    if (!expected.some((pattern) => pattern.test(fault))) noted.push(fault)
  }
  page.on('pageerror', (error) => note(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console error: ${message.text()} (${message.location().url})`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) note(`left the origin: ${request.method()} ${url.href}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) note(`status ${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return {
    faults: () => [...noted],
    expect: (pattern) => void expected.push(pattern),
  }
}
