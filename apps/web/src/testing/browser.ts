import * as fakeIndexedDb from 'fake-indexeddb'
import { vi } from 'vitest'

/** Resets the browser to its state before any test: no storage, cookies or elements, and the first URL. */
export function resetBrowser(): void {
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookieStore
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`
  }
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
}

/** Gives the browser an empty IndexedDB until the test ends. */
export function stubIndexedDb(): void {
  const { default: _, forceCloseDatabase: __, ...classes } = fakeIndexedDb
  for (const [name, value] of Object.entries(classes)) vi.stubGlobal(name, value)
  vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory())
}
