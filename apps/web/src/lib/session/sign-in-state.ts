import * as z from 'zod/mini'

/** The purpose of a sign-in, passed through the provider in the `state` parameter. */
export interface SignInState {
  event: 'login' | 'register'
  /** Where to go afterwards: a path of this site. */
  returnTo?: string
}

const SignInStateSchema = z.object({ event: z.enum(['login', 'register']), returnTo: z.optional(z.string()) })

/** A path of this site, or undefined: `//elsewhere` and `/\elsewhere` would lead to another host. */
export function sameOriginPath(address: string | undefined): string | undefined {
  if (address === undefined || !address.startsWith('/')) return undefined
  const { origin } = window.location
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined
}

/** Base64 with URL-safe characters and without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

export function encodeSignInState(state: SignInState): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(state)))
}

/** Reads what `encodeSignInState` wrote. Throws when it cannot be read. */
export function decodeSignInState(text: string): SignInState {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  const { event, returnTo } = SignInStateSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  const path = sameOriginPath(returnTo)
  return path === undefined ? { event } : { event, returnTo: path }
}
