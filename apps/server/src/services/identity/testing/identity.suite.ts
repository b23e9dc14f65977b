import { createSecretKey, type webcrypto } from 'node:crypto'
import { oidc } from '@penmark/contract'
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Identity } from '../identity.ts'

/** A running provider under test, and its signing key. */
interface Subject {
  identity: Identity
  issuer: string
  privateKey: webcrypto.CryptoKey
  publicKey: webcrypto.CryptoKey
  kid: string
  close(): Promise<void>
}

interface Changes {
  claims?: JWTPayload
  omit?: 'exp' | 'sub' | 'aud' | 'iss'
  key?: webcrypto.CryptoKey
}

const now = () => Math.floor(Date.now() / 1_000)

/** Every provider must accept a valid access token, and nothing that only looks like one. */
export function describeIdentity(name: string, start: () => Promise<Subject>): void {
  describe(`${name}, as any identity`, () => {
    let subject: Subject
    beforeAll(async () => {
      subject = await start()
    })
    afterEach(() => void vi.useRealTimers())
    afterAll(() => subject.close())

    const claimsOf = ({ claims = {}, omit }: Changes): JWTPayload => {
      const payload: JWTPayload = {
        iss: subject.issuer,
        aud: oidc.audience,
        sub: 'person-1',
        iat: now(),
        exp: now() + 600,
        email: 'Amara@School.example',
        given_name: 'Amara',
        family_name: 'Osei',
        ...claims,
      }
      if (omit) delete payload[omit]
      return payload
    }
    const sign = (changes: Changes = {}) =>
      new SignJWT(claimsOf(changes))
        .setProtectedHeader({ alg: 'RS256', kid: subject.kid })
        .sign(changes.key ?? subject.privateKey)
    const refuses = (token: string) =>
      expect(subject.identity.verify(token)).rejects.toMatchObject({ name: 'Problem', code: 'not_signed_in' })

    test('identifies the owner of a valid token', async () => {
      expect(await subject.identity.verify(await sign())).toEqual({
        subject: 'person-1',
        email: 'amara@school.example',
        emailVerified: false,
        givenName: 'Amara',
        familyName: 'Osei',
        picture: null,
        roles: [],
        issuedAt: expect.any(Date) as unknown,
      })
    })

    test('reads roles as strings and as objects with a key', async () => {
      const { roles } = await subject.identity.verify(
        await sign({ claims: { roles: ['teacher', { id: '1', key: 'Admin' }, 7, { name: 'x' }] } }),
      )
      expect(roles).toEqual(['teacher', 'Admin'])
    })

    test('accepts an audience among several', async () => {
      await expect(
        subject.identity.verify(await sign({ claims: { aud: ['another', oidc.audience] } })),
      ).resolves.toBeDefined()
    })

    test('refuses a token for another audience', async () =>
      refuses(await sign({ claims: { aud: oidc.clientId } })))
    test('refuses a token without an audience', async () => refuses(await sign({ omit: 'aud' })))
    test('refuses a token of another issuer', async () =>
      refuses(await sign({ claims: { iss: 'https://evil.example' } })))
    test('refuses an expired token', async () =>
      refuses(await sign({ claims: { iat: now() - 700, exp: now() - 100 } })))
    test('refuses an accepted token once it has expired', async () => {
      const token = await sign()
      await subject.identity.verify(token)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 700_000 })
      await refuses(token)
    })
    test('refuses a token that never expires', async () => refuses(await sign({ omit: 'exp' })))
    test('refuses a token that is not valid yet', async () =>
      refuses(await sign({ claims: { nbf: now() + 300 } })))
    test('refuses a token without a subject', async () => refuses(await sign({ omit: 'sub' })))

    test('refuses a token signed by a foreign key under the id of ours', async () => {
      const { privateKey } = await generateKeyPair('RS256')
      await refuses(await sign({ key: privateKey }))
    })

    test('refuses a token signed by an unknown key', async () => {
      const { privateKey } = await generateKeyPair('RS256')
      await refuses(
        await new SignJWT(claimsOf({})).setProtectedHeader({ alg: 'RS256', kid: 'unknown' }).sign(privateKey),
      )
    })

    test('refuses a token without a signature', async () => refuses(new UnsecuredJWT(claimsOf({})).encode()))

    test('refuses a token whose shared secret is our public key', async () => {
      const secret = createSecretKey(Buffer.from(await exportSPKI(subject.publicKey)))
      await refuses(
        await new SignJWT(claimsOf({})).setProtectedHeader({ alg: 'HS256', kid: subject.kid }).sign(secret),
      )
    })

    test('refuses a token whose content was changed', async () => {
      const [header, , signature] = (await sign()).split('.')
      const other = Buffer.from(JSON.stringify(claimsOf({ claims: { sub: 'person-2' } }))).toString(
        'base64url',
      )
      await refuses(`${header}.${other}.${signature}`)
    })

    test('refuses an accepted token if its signature or content is swapped', async () => {
      const [one, other] = [await sign(), await sign({ claims: { sub: 'person-2' } })]
      await Promise.all([subject.identity.verify(one), subject.identity.verify(other)])
      const [header, content] = one.split('.')
      const [, otherContent, otherSignature] = other.split('.')
      await refuses(`${header}.${content}.${otherSignature}`)
      await refuses(`${header}.${otherContent}.${one.split('.')[2]}`)
    })

    test('refuses what is not a token at all', async () => {
      for (const text of ['', 'x', 'a.b.c', '..', '{}']) await refuses(text)
    })
  })
}
