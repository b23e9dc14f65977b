import { notifications } from '@mantine/notifications'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { clearPrefetched } from '../lib/call/call.ts'
import { setTokenSource } from '../lib/call/headers.ts'
import { resetBrowser } from './browser.ts'
import { loadEnglish } from './translations.ts'

// APIs that Mantine needs and jsdom lacks.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(this)
  })
}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

// How long to wait for a state, generous for a busy machine.
configure({ asyncUtilTimeout: 30_000 })

// An error of Testing Library contains the page as text. While it waits for a state it creates and drops one
// after each change of the page, which took a tenth of the tests' time, so those errors contain none. When
// the wait fails it calls this again, for the error that is shown.
const { getElementError } = getConfig()
configure({
  getElementError: function elementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isWaiting = false } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean
    }
    if (isWaiting) return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
    const error = getElementError(message, container)
    // Show the line of the test, not this one.
    Error.captureStackTrace(error, elementError)
    return error
  },
})

beforeAll(loadEnglish)

// A test that expects an error on the console reads this spy and clears it.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
  notifications.clean()
  setTokenSource(async () => null)
  clearPrefetched()
  vi.useRealTimers()
  const unexpected = vi.mocked(console.error).mock.calls
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  resetBrowser()
  expect(
    unexpected.map((call) => call.map(String).join(' ')),
    'an unexpected console.error',
  ).toEqual([])
})
