/** The cookie categories, in display order. Only `necessary` cannot be refused. */
export const categories = ['necessary', 'analytics', 'marketing', 'preferences'] as const
export type Category = (typeof categories)[number]
export type Choices = Record<Category, boolean>

const consentVersion = '1.0'
const cookieName = 'penmark.consent'
const validDays = 365

export const defaultChoices: Choices = {
  necessary: true,
  preferences: true,
  analytics: false,
  marketing: false,
}
export const allChoices: Choices = { necessary: true, preferences: true, analytics: true, marketing: true }

/** A decision. `timestamp` is an ISO date. */
export interface Consent extends Choices {
  timestamp: string
  version: string
}

/** The decision that the cookie's text states. */
export function parseConsent(value: string): Consent | null {
  try {
    const parsed: unknown = JSON.parse(decodeURIComponent(value))
    if (parsed === null || typeof parsed !== 'object') return null
    const { timestamp, version, ...rest } = parsed as Record<string, unknown>
    if (typeof timestamp !== 'string' || Number.isNaN(Date.parse(timestamp)) || version !== consentVersion)
      return null
    const allowed = (category: Category) => rest[category] === true
    return {
      timestamp,
      version,
      necessary: true,
      analytics: allowed('analytics'),
      marketing: allowed('marketing'),
      preferences: allowed('preferences'),
    }
  } catch {
    // An unreadable cookie counts as no decision.
    return null
  }
}

/** The text of the cookie; empty without one. */
export const readCookie = () =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1) ?? ''

/** The decision of this browser; null when there is none of the current version. */
export function readConsent(): Consent | null {
  return parseConsent(readCookie())
}

/** The cookie's attributes: one year, same-site, and secure when the page came over https. */
export function consentCookie(
  value: string,
  { seconds, secure }: { seconds: number; secure: boolean },
): string {
  return `${cookieName}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

function set(value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and on plain http
  document.cookie = consentCookie(value, { seconds, secure: location.protocol === 'https:' })
  notifyListeners()
}

/**
 * Stores a decision in the browser.
 * @throws {Error} when the browser stores no cookies.
 */
export function saveConsent(choices: Choices): void {
  const consent: Consent = {
    ...choices,
    necessary: true,
    timestamp: new Date().toISOString(),
    version: consentVersion,
  }
  const value = encodeURIComponent(JSON.stringify(consent))
  set(value, validDays * 24 * 60 * 60)
  if (readCookie() !== value) throw new Error('The browser kept no cookie.')
}

export function clearConsent(): void {
  set('', 0)
}

/**
 * Whether the language and closed notices may be remembered. The specification allows it until somebody
 * refuses.
 */
export function mayStorePreferences(): boolean {
  return (readConsent() ?? defaultChoices).preferences
}

/** Subscribes to decisions. Returns a function that unsubscribes. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const hiddenPrefix = 'penmark.hidden.'

export const isNoticeHidden = (flag: string): boolean => localStorage.getItem(hiddenPrefix + flag) === 'true'

/** Remembers a dismissed notice, unless the visitor refuses preferences. */
export function storeHiddenNotice(flag: string): void {
  if (mayStorePreferences()) localStorage.setItem(hiddenPrefix + flag, 'true')
}

export function forgetHiddenNotice(flag: string): void {
  localStorage.removeItem(hiddenPrefix + flag)
}

/** Forgets all dismissed notices if preferences are refused. */
export function removeHiddenNoticesWithoutConsent(): void {
  if (mayStorePreferences()) return
  for (const key of Object.keys(localStorage)) if (key.startsWith(hiddenPrefix)) localStorage.removeItem(key)
}

export const colourSchemeKey = 'penmark.colour-scheme'

/** Remembers light or dark, unless the visitor refuses preferences. */
export function storeColourScheme(scheme: string): void {
  if (mayStorePreferences()) localStorage.setItem(colourSchemeKey, scheme)
}

/** Forgets the choice if preferences are refused. */
export function removeColourSchemeWithoutConsent(): void {
  if (!mayStorePreferences()) localStorage.removeItem(colourSchemeKey)
}
