import { useSyncExternalStore } from 'react'
import { type Consent, onConsent, parseConsent, readCookie } from './consent.ts'

/** The current decision of this browser: undefined until the page is hydrated, null when there is none. */
export function useConsent(): Consent | null | undefined {
  const raw = useSyncExternalStore<string | undefined>(onConsent, readCookie, () => undefined)
  return raw === undefined ? undefined : parseConsent(raw)
}
