import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieName = 'penmark_device'
const yearSeconds = 365 * 24 * 60 * 60
/** People who share one browser, at most. */
const mostAccounts = 8

export interface KnownDevices {
  /** The name of this browser when the e-mail was signed in here before, else null. */
  nameFor(request: FastifyRequest, email: string): string | null
  /** Remembers that the e-mail was signed in here. The cookie holds neither the e-mail nor a right, only a place in the queue. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void
}

function readCookie(request: FastifyRequest): string[] {
  const pair = (request.headers.cookie ?? '').split(';').find((each) => each.trim().startsWith(`${cookieName}=`))
  const parts =
    pair
      ?.trim()
      .slice(cookieName.length + 1)
      .split('.') ?? []
  return parts.every((part) => /^[\w-]{22,43}$/.test(part)) ? parts : []
}

/** Tells browsers apart in which an e-mail was signed in before, so that guessing elsewhere cannot make their owner wait. */
export function createKnownDevices(key: string, isSecure: boolean): KnownDevices {
  const tagOf = (name: string, email: string) => createHmac('sha256', key).update(`device ${name} ${email}`).digest('base64url')
  const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

  return {
    nameFor(request, email) {
      const [name, ...tags] = readCookie(request)
      if (name === undefined) return null
      const wanted = tagOf(name, email)
      return tags.some((tag) => isSame(tag, wanted)) ? name : null
    },
    remember(request, reply, email) {
      const [name = randomBytes(16).toString('base64url'), ...tags] = readCookie(request)
      const tag = tagOf(name, email)
      const kept = [tag, ...tags.filter((each) => each !== tag)].slice(0, mostAccounts)
      const value = [name, ...kept].join('.')
      const secure = isSecure ? '; Secure' : ''
      reply.header('set-cookie', `${cookieName}=${value}; Path=/interaction; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`)
    },
  }
}
