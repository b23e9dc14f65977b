import { mayStorePreferences } from './consent.ts'

export const colourSchemeKey = 'penmark.colour-scheme'

/** Remembers light or dark, unless the visitor refuses preferences. */
export function storeColourScheme(scheme: string): void {
  if (mayStorePreferences()) localStorage.setItem(colourSchemeKey, scheme)
}

/** Forgets the choice where preferences are refused. */
export function removeColourSchemeWithoutConsent(): void {
  if (!mayStorePreferences()) localStorage.removeItem(colourSchemeKey)
}
