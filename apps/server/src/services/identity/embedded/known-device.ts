import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { daySeconds } from '../../../lib/durations.ts'

const cookieName = 'penmark_device'
const yearSeconds = 365 * daySeconds
/** Eight people who share one browser, at most, each with an email and an account that entered a code. */
const maxTags = 16

export interface KnownDevices {
  /**
   * The name of this browser when this email signed in here, or this account entered a code here, before;
   * else null.
   */
  nameFor(request: FastifyRequest, identifier: string): string | null
  /**
   * Remembers emails and account ids that signed in here. The cookie reveals neither, and only grants an
   * attempt allowance of its own.
   */
  remember(request: FastifyRequest, reply: FastifyReply, ...identifiers: string[]): void
}

function readCookie(request: FastifyRequest): string[] {
  const parts = request.cookies[cookieName]?.split('.') ?? []
  return parts.every((part) => /^[\w-]{22,43}$/.test(part)) ? parts : []
}

/**
 * Recognises browsers in which an email was signed in before, so that guessing elsewhere cannot lock out the
 * owner.
 */
export function createKnownDevices(key: string, isSecure: boolean): KnownDevices {
  const tagOf = (name: string, identifier: string) =>
    createHmac('sha256', key).update(`device ${name} ${identifier}`).digest('base64url')
  const isEqual = (a: string, b: string) =>
    a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

  return {
    nameFor(request, identifier) {
      const [name, ...tags] = readCookie(request)
      if (name === undefined) return null
      const wanted = tagOf(name, identifier)
      return tags.some((tag) => isEqual(tag, wanted)) ? name : null
    },
    remember(request, reply, ...identifiers) {
      const [name = randomBytes(16).toString('base64url'), ...tags] = readCookie(request)
      const newTags = identifiers.map((each) => tagOf(name, each))
      const kept = [...newTags, ...tags.filter((each) => !newTags.includes(each))].slice(0, maxTags)
      const value = [name, ...kept].join('.')
      reply.setCookie(cookieName, value, {
        path: '/interaction',
        maxAge: yearSeconds,
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
      })
    },
  }
}

// Order matters: browsers also name those they are derived from.
const browsers: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const find = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** Browser and system, as a person names them. Empty when neither is recognised. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500)
  return [find(browsers, text), find(systems, text)].filter((part) => part !== undefined).join(', ')
}
