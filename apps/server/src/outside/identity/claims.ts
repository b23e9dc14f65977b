import { z } from 'zod'
import type { Person } from './identity.ts'

// Providers write a role either as a string, or as an object with the name in `key`.
const Role = z.union([z.string(), z.object({ key: z.string() }).transform(({ key }) => key)])

const text = z.string().trim().min(1).nullish().catch(null)

const Claims = z.object({
  sub: z.string().min(1),
  email: text,
  email_verified: z.boolean().catch(false).default(false),
  given_name: text,
  family_name: text,
  picture: text,
  roles: z.array(z.unknown()).catch([]).default([]),
  iat: z.number().nullish().catch(null),
})

function toRoles(values: unknown[]): string[] {
  return values.flatMap((value) => {
    const role = Role.safeParse(value)
    return role.success ? [role.data] : []
  })
}

/** Reads a person from verified claims (of a token or of the user-info answer). Throws when `sub` is missing. */
export function toPerson(claims: unknown): Person {
  const { sub, email, email_verified, given_name, family_name, picture, roles, iat } = Claims.parse(claims)
  return {
    subject: sub,
    email: email?.toLowerCase() ?? null,
    emailVerified: email_verified,
    givenName: given_name ?? null,
    familyName: family_name ?? null,
    picture: picture ?? null,
    roles: toRoles(roles),
    issuedAt: iat == null ? null : new Date(iat * 1_000),
  }
}
