import type { FastifyInstance } from 'fastify'

/** Who an access token speaks for, as the provider says it. */
export interface Person {
  /** The provider's own, never changing name of the account. */
  subject: string
  email: string | null
  emailVerified: boolean
  givenName: string | null
  familyName: string | null
  picture: string | null
  roles: string[]
}

/** What a browser must know to sign in. */
export interface IdentitySettings {
  /** Issuer address; the discovery document lies below it. */
  authority: string
  clientId: string
  audience: string
  scope: string
}

/** The one door to the identity provider. */
export interface Identity {
  /** `embedded` runs in this process and sends no mail, so it cannot verify addresses. */
  readonly kind: 'embedded' | 'external'
  readonly settings: IdentitySettings
  /** Checks signature, issuer, audience and times of an access token. Throws `Problem('not_signed_in')` for anything else. */
  verify(accessToken: string): Promise<Person>
  /** Adds the provider's own pages and endpoints to the server; adds nothing for an external provider. Called once, before listening. */
  register(app: FastifyInstance): Promise<void>
  close(): Promise<void>
}
