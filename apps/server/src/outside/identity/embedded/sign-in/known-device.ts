import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieName = 'penmark_device'
const yearSeconds = 365 * 24 * 60 * 60
/** Eight people who share one browser, at most, each with an email and an account that entered a code. */
const mostMarks = 16

export interface KnownDevices {
  /** The name of this browser when this email signed in here, or this account entered a code here, before; else null. */
  nameFor(request: FastifyRequest, whom: string): string | null
  /**
   * Remembers by email and account who signed in here. The cookie reveals neither and grants nothing but an attempt allowance of its own.
   */
  remember(request: FastifyRequest, reply: FastifyReply, ...whom: string[]): void
}

function readCookie(request: FastifyRequest): string[] {
  const parts = request.cookies[cookieName]?.split('.') ?? []
  return parts.every((part) => /^[\w-]{22,43}$/.test(part)) ? parts : []
}

/** Recognises browsers in which an email was signed in before, so that guessing elsewhere cannot lock out the owner. */
export function createKnownDevices(key: string, isSecure: boolean): KnownDevices {
  const tagOf = (name: string, whom: string) => createHmac('sha256', key).update(`device ${name} ${whom}`).digest('base64url')
  const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

  return {
    nameFor(request, whom) {
      const [name, ...tags] = readCookie(request)
      if (name === undefined) return null
      const wanted = tagOf(name, whom)
      return tags.some((tag) => isSame(tag, wanted)) ? name : null
    },
    remember(request, reply, ...whom) {
      const [name = randomBytes(16).toString('base64url'), ...tags] = readCookie(request)
      const own = whom.map((each) => tagOf(name, each))
      const kept = [...own, ...tags.filter((each) => !own.includes(each))].slice(0, mostMarks)
      const value = [name, ...kept].join('.')
      reply.setCookie(cookieName, value, { path: '/interaction', maxAge: yearSeconds, httpOnly: true, sameSite: 'lax', secure: isSecure })
    },
  }
}
