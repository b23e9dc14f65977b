import * as z from 'zod/mini'
import { catch as withFallback } from 'zod/mini'
import type { SignedInUser } from './oidc-client.ts'

/** The signed-in user, from the identity provider's claims. */
export interface SessionUser {
  id: string
  email: string
  /** Empty when the provider does not say. */
  givenName: string
  familyName: string
  picture: string | null
  schoolName: string | null
  roles: string[]
}

const text = withFallback(z.string(), '')
const optional = withFallback(z.nullish(z.string()), null)
const Role = z.union([
  z.string(),
  z.pipe(
    z.object({ key: z.string() }),
    z.transform(({ key }) => key),
  ),
])

const Profile = z.object({
  sub: z.string(),
  email: text,
  given_name: text,
  family_name: text,
  picture: optional,
  school_name: optional,
  roles: withFallback(z.array(z.unknown()), []),
})

export function toSessionUser({ profile }: Pick<SignedInUser, 'profile'>): SessionUser {
  const { sub, email, given_name, family_name, picture, school_name, roles } = Profile.parse(profile)
  return {
    id: sub,
    email,
    givenName: given_name,
    familyName: family_name,
    picture: picture ?? null,
    schoolName: school_name ?? null,
    roles: roles.flatMap((role) => Role.safeParse(role).data ?? []),
  }
}
