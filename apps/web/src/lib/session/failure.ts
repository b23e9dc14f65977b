import type { ErrorResponse } from 'oidc-client-ts'

/** What can go wrong between the web and the identity provider (part 1, section 8). */
export type SessionCode =
  | 'ERR_LOGIN'
  | 'ERR_REGISTER'
  | 'ERR_LOGOUT'
  | 'ERR_STATE_PARSE'
  | 'ERR_CODE_EXCHANGE'
  | 'ERR_REFRESH'

export interface SessionFailure {
  code: SessionCode
  description: string
}

/** The specification's messages, as it spells them. */
export const messages = {
  noCode: 'Invalid state or code',
  badState: 'Invalid state',
  noVerifier: 'Code verifier not found',
  exchange: 'Token exchange failed',
  noDomain: 'Domain is required for token refresh',
  noClientId: 'Client ID is required for token refresh',
  noStorage: 'No active storage found',
  noRefreshToken: 'No refresh token found',
  refresh: 'Failed to refresh token',
  noAccessToken: 'No access token recieved',
} as const

/**
 * An error response of the provider. Recognised by name, since the library that throws it may not be loaded.
 */
const isErrorResponse = (error: unknown): error is ErrorResponse =>
  error instanceof Error && error.name === 'ErrorResponse'

export function describe(error: unknown): string {
  if (isErrorResponse(error))
    return error.error_description ? `${error.error}: ${error.error_description}` : String(error.error)
  return error instanceof Error ? error.message : String(error)
}

const permanentErrors = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'login_required',
  'access_denied',
])

/**
 * Whether the provider refused for good. Other failures (network, server trouble) are temporary, and the user
 * stays signed in.
 */
export function isRefusal(error: unknown): boolean {
  return isErrorResponse(error) && error.error !== null && permanentErrors.has(error.error)
}

/** Error codes for an ID token that is itself invalid. */
const forgedTokenErrors = new Set([
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
  'ERR_JWT_EXPIRED',
  'ERR_JWT_INVALID',
  'ERR_JWS_INVALID',
  'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JWKS_NO_MATCHING_KEY',
])

/** Whether the token itself is invalid, as opposed to a failure to fetch the keys. */
export function isForged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && forgedTokenErrors.has(String(error.code))
}

/** Maps the library's errors on return from a sign-in to the specification's messages. */
export function describeExchangeError(error: unknown): string {
  const message = describe(error)
  if (/^No (matching )?state/.test(message) || /State does not match/.test(message)) return messages.badState
  if (/Expected code/.test(message)) return messages.noCode
  if (/code_verifier is required/i.test(message)) return messages.noVerifier
  return `${messages.exchange}: ${message}`
}
