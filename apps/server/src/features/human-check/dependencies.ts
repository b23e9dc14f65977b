import { errors, jwtVerify, SignJWT } from 'jose'
import type { Database } from '../../database/database.ts'
import type { Recaptcha } from '../../outside/recaptcha/recaptcha.ts'
import { type CountVisit, secretOf } from '../visitors/count-visits.ts'

export interface HumanCheckDependencies {
  database: Database
  countVisit: CountVisit
  /** Null uses ALTCHA, a proof of work. */
  recaptcha: Recaptcha | null
  seal: Seal
  secret: () => Promise<string>
}

export function createHumanCheckDependencies(
  database: Database,
  countVisit: CountVisit,
  recaptcha: Recaptcha | null,
): HumanCheckDependencies {
  const secret = secretOf(database, 'human-check')
  return { database, countVisit, recaptcha, secret, seal: createSeal(secret) }
}

/** What a sealed token may be used for; it is invalid for anything else. */
type SealPurpose = 'sum' | 'proof'

interface Seal {
  /** A token that only this installation can create and that expires by itself. */
  close(purpose: SealPurpose, id: string, seconds: number, claims?: Record<string, string>): Promise<string>
  /** The sealed contents; null when the token is not ours, for another purpose, or expired. */
  open(purpose: SealPurpose, token: string): Promise<{ id: string; expiresAt: Date; claims: Record<string, unknown> } | null>
}

const algorithm = 'HS256'

function createSeal(secret: () => Promise<string>): Seal {
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
