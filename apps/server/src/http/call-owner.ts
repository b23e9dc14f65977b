import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../lib/client-address.ts'
import type { CallOwner } from './call-limiter.ts'

/** More than are signed in at once. */
const maxKnown = 10_000

/** Secrets are not kept in memory longer than a call. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/**
 * Tells whose call a request is before it is authenticated: finding the account costs as much as many calls
 * themselves.
 */
interface CallOwners {
  ownerOf(request: FastifyRequest): CallOwner
  /** Remembers whose token or key this was. */
  learn(request: FastifyRequest, teacher_id: string): void
}

/**
 * All tokens and keys of an account share its turns, once they have been seen. Those without one are known by
 * their network.
 */
export function createCallOwners(): CallOwners {
  const teachers = new Map<string, string>()
  return {
    ownerOf({ headers: { authorization }, ip }) {
      if (authorization === undefined) return { key: `network ${networkOf(ip)}`, isAnonymous: true }
      const digest = digestOf(authorization)
      return { key: teachers.get(digest) ?? digest }
    },
    learn({ headers: { authorization } }, teacher_id) {
      if (authorization === undefined) return
      const digest = digestOf(authorization)
      if (teachers.has(digest)) return
      teachers.set(digest, teacher_id)
      const [oldest] = teachers.size > maxKnown ? teachers.keys() : []
      if (oldest !== undefined) teachers.delete(oldest)
    },
  }
}
