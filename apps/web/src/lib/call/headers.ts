import { Problem, type Route } from '@penmark/contract'
import i18next from 'i18next'
import { languageStorageKey } from '../i18n/languages.ts'

/** Resolves to the current access token, or null; throws a Problem if it cannot be renewed now. */
type TokenSource = () => Promise<string | null>

let source: TokenSource = async () => null

/** Sets the token source of all calls; returns a function that removes it. */
export function setTokenSource(session: TokenSource): () => void {
  source = session
  return () => {
    if (source === session) source = async () => null
  }
}

/** Whether calls can be made as a teacher now; also false when the session cannot be renewed. */
export async function isSignedIn(): Promise<boolean> {
  return (await source().catch(() => null)) !== null
}

/**
 * The authorization header; empty for a public route when nobody is signed in.
 * @throws {Problem} `not_signed_in` when the route requires a teacher and there is no token.
 */
export async function authorizationHeader({
  access,
}: Pick<Route, 'access'>): Promise<Record<string, string>> {
  const token = await source()
  if (token) return { authorization: `Bearer ${token}` }
  if (access === 'public') return {}
  throw new Problem('not_signed_in', i18next.t('problem:tokenMissing'))
}

/**
 * Asks for errors and reasons in the language of the page. Calls made before translation has started use the
 * stored language.
 */
export function languageHeader(): Record<string, string> {
  const language = i18next.language ?? localStorage.getItem(languageStorageKey)
  return language ? { 'accept-language': language } : {}
}
