import { mayStorePreferences } from './consent.ts'

const prefix = 'penmark.hidden.'

export const isNoticeHidden = (flag: string): boolean => localStorage.getItem(prefix + flag) === 'true'

/** Remembers a dismissed notice, unless the visitor refuses preferences. */
export function storeHiddenNotice(flag: string): void {
  if (mayStorePreferences()) localStorage.setItem(prefix + flag, 'true')
}

/** Forgets all dismissed notices where preferences are refused. */
export function removeHiddenNoticesWithoutConsent(): void {
  if (mayStorePreferences()) return
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}

export const colourSchemeKey = 'penmark.colour-scheme'

/** Remembers light or dark, unless the visitor refuses preferences. */
export function storeColourScheme(scheme: string): void {
  if (mayStorePreferences()) localStorage.setItem(colourSchemeKey, scheme)
}

/** Forgets the choice where preferences are refused. */
export function removeColourSchemeWithoutConsent(): void {
  if (!mayStorePreferences()) localStorage.removeItem(colourSchemeKey)
}
