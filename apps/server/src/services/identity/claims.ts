import { z } from 'zod'
import type { Person } from './identity.ts'

// Providers write a role either as a string, or as an object with the name in `key`.
const Role = z.union([z.string(), z.object({ key: z.string() }).transform(({ key }) => key)])

const text = z.string().trim().min(1).nullish().catch(null)

const Claims = z.object({
  sub: z.string().min(1),
  email: text,
  // Some providers, such as AWS Cognito, write it as text.
  email_verified: z
    .union([z.boolean(), z.literal('true').transform(() => true)])
    .catch(false)
    .default(false),
  given_name: text,
  family_name: text,
  picture: text,
  iat: z.number().nullish().catch(null),
})

/** The value of a claim by its name, which may itself hold dots, or by a path of names. */
function valueAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined
  const found = new Map<string, unknown>(Object.entries(claims))
  if (found.has(path)) return found.get(path)
  const dot = path.indexOf('.')
  return dot === -1 ? undefined : valueAt(found.get(path.slice(0, dot)), path.slice(dot + 1))
}

/** A single role may come without a list around it. */
function toRoles(found: unknown): string[] {
  const values: unknown[] = Array.isArray(found) ? found : [found]
  return values.flatMap((value) => {
    const role = Role.safeParse(value)
    return role.success ? [role.data] : []
  })
}

/**
 * Reads a person from verified claims (of a token or of the user-info answer). Throws when `sub` is missing.
 */
export function toPerson(claims: unknown, roleClaim = 'roles'): Person {
  const { sub, email, email_verified, given_name, family_name, picture, iat } = Claims.parse(claims)
  return {
    subject: sub,
    email: email?.toLowerCase() ?? null,
    emailVerified: email_verified,
    givenName: given_name ?? null,
    familyName: family_name ?? null,
    picture: picture ?? null,
    roles: toRoles(valueAt(claims, roleClaim)),
    issuedAt: iat == null ? null : new Date(iat * 1_000),
  }
}
