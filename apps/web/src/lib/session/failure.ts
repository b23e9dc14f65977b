import type { ErrorResponse } from 'oidc-client-ts'

/** What can go wrong between the web and the identity provider (part 1, section 8). */
export type SessionCode = 'ERR_LOGIN' | 'ERR_REGISTER' | 'ERR_LOGOUT' | 'ERR_STATE_PARSE' | 'ERR_CODE_EXCHANGE' | 'ERR_REFRESH'

export interface SessionFailure {
  code: SessionCode
  description: string
}

export const results = {
  noCode: 'Invalid state or code',
  badState: 'Invalid state',
  noVerifier: 'Code verifier not found',
  exchange: 'Token exchange failed',
  noDomain: 'Domain is required for token refresh',
  noClientId: 'Client ID is required for token refresh',
  noStorage: 'No active storage found',
  noRefreshToken: 'No refresh token found',
  refresh: 'Failed to refresh token',
  // Spelt as the specification has it.
  noAccessToken: 'No access token recieved',
} as const

/** An answer of the provider that says no. By its name: the library that throws it may not have been fetched. */
const isAnswer = (error: unknown): error is ErrorResponse => error instanceof Error && error.name === 'ErrorResponse'

export function describe(error: unknown): string {
  if (isAnswer(error)) return error.error_description ? `${error.error}: ${error.error_description}` : String(error.error)
  return error instanceof Error ? error.message : String(error)
}

const final = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client', 'login_required', 'access_denied'])

/** Whether the provider said no for good. Anything else (no network, a server in trouble) may pass, and the user stays. */
export function isRefusal(error: unknown): boolean {
  return isAnswer(error) && error.error !== null && final.has(error.error)
}

/** What the check of an ID token throws about the token itself. */
const forged = new Set([
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
  'ERR_JWT_EXPIRED',
  'ERR_JWT_INVALID',
  'ERR_JWS_INVALID',
  'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JWKS_NO_MATCHING_KEY',
])

/** Whether the check failed on the token itself, not on the way to the keys. */
export function isForged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && forged.has(String(error.code))
}
