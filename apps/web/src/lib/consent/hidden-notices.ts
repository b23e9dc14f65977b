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
