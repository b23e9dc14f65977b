import { oidc } from '@penmark/contract'
import { generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { endGrants } from '../features/accounts/grants/end-grants.ts'
import { problem } from '../locale/problems/problem.ts'
import { eraseAccount } from '../services/identity/embedded/account-control.ts'
import type { Identity, Person } from '../services/identity/identity.ts'
export interface TestIdentity extends Identity {
  /** Who has two-factor authentication turned on. */
  withTwoFactor: Set<string>
  /** An access token for a person of this name, signed with a key of this test run. */
  tokenFor(subject: string, claims?: Partial<Person>): Promise<string>
}

/** Replaces an identity provider in tests: it signs and checks its own tokens and has no pages. */
export async function createTestIdentity(): Promise<TestIdentity> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const authority = 'http://localhost/test-identity'
  const withTwoFactor = new Set<string>()
  return {
    kind: 'embedded',
    withTwoFactor,
    twoFactorControl: {
      switchedOn: async (_connection, subjects) =>
        new Set(subjects.filter((subject) => withTwoFactor.has(subject))),
      remove: async (_connection, subject) => withTwoFactor.delete(subject),
    },
    accounts: null,
    settings: {
      authority,
      clientId: oidc.clientId,
      audience: oidc.audience,
      scope: oidc.scope,
      accountUrl: null,
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify<Omit<Person, 'subject' | 'issuedAt'>>(token, publicKey, {
          issuer: authority,
          audience: oidc.audience,
        })
        const { sub = '', email, emailVerified, givenName, familyName, picture, roles, iat = 0 } = payload
        return {
          subject: sub,
          email,
          emailVerified,
          givenName,
          familyName,
          picture,
          roles,
          issuedAt: new Date(iat * 1_000),
        }
      } catch (error) {
        throw problem('not_signed_in', 'session_ended', {}, { cause: error })
      }
    },
    tokenFor(subject, claims = {}) {
      const person = {
        email: `${subject}@school.example`,
        emailVerified: false,
        givenName: subject,
        familyName: 'Test',
        picture: null,
        roles: [],
        ...claims,
      }
      return new SignJWT(person)
        .setProtectedHeader({ alg: 'ES256' })
        .setSubject(subject)
        .setIssuer(authority)
        .setAudience(oidc.audience)
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(privateKey)
    },
    background: null,
    describeAccount: async (subject) => ({ id: subject }),
    erase: eraseAccount,
    endAccess: endGrants,
    hasOwnEmail: async () => true,
    register: async () => undefined,
    close: async () => undefined,
  }
}
