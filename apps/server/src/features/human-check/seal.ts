import { errors, jwtVerify, SignJWT } from 'jose'

/** What a sealed token may be used for; it is invalid for anything else. */
export type SealPurpose = 'sum' | 'proof'

export interface Seal {
  /** A token that only this installation can create and that expires by itself. */
  close(purpose: SealPurpose, id: string, seconds: number, claims?: Record<string, string>): Promise<string>
  /** The sealed contents; null when the token is not ours, for another purpose, or expired. */
  open(purpose: SealPurpose, token: string): Promise<{ id: string; expiresAt: Date; claims: Record<string, unknown> } | null>
}

const algorithm = 'HS256'

export function createSeal(secret: () => Promise<string>): Seal {
  const key = async () => new TextEncoder().encode(await secret())
  return {
    async close(purpose, id, seconds, claims = {}) {
      const token = new SignJWT(claims).setProtectedHeader({ alg: algorithm }).setJti(id).setAudience(purpose).setIssuedAt()
      return token.setExpirationTime(`${seconds} seconds`).sign(await key())
    },
    async open(purpose, token) {
      try {
        const { payload } = await jwtVerify(token, await key(), {
          audience: purpose,
          algorithms: [algorithm],
          requiredClaims: ['jti', 'exp'],
        })
        return { id: String(payload.jti), expiresAt: new Date(Number(payload.exp) * 1_000), claims: payload }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
