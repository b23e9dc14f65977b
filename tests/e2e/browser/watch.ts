import type { Page } from 'playwright'

export interface Watch {
  /** Everything that went wrong so far and was not expected. */
  faults(): string[]
  /** From now on a console error or failed request that matches is part of the journey. */
  expect(pattern: RegExp): void
}

/** Notes every console error, page error, failed request and request to another origin. A journey that has one has failed. */
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
