import type { ApiScope, Route } from '@penmark/contract'
import type { FastifyRequest } from 'fastify'
import { chooseLocale, type Locale } from '../locale/locale.ts'
import { problem } from '../locale/problems/problem.ts'
import type { Identity, Person } from '../services/identity/identity.ts'

/** Who is calling. Everything a call touches belongs to `teacher_id`, whatever the body says. */
export interface Caller {
  teacher_id: string
  is_administrator: boolean
  person: Person
  /** The language of the response; absent for work that no request asked for. */
  locale?: Locale
}

/** The part of the caller that most actions need. */
export type Owner = Pick<Caller, 'teacher_id'>

/** An owner who may be told why something failed. */
export type Reader = Pick<Caller, 'teacher_id' | 'locale'>

export type Authenticate = (request: FastifyRequest, route: Pick<Route, 'scope'>) => Promise<Caller>

interface AuthenticateDependencies {
  identity: Pick<Identity, 'verify'>
  /** Finds or creates the account of a verified person. */
  callerOfPerson(person: Person): Promise<Caller>
  /** Whether a bearer token is an API key. */
  isKey(token: string): boolean
  /** Finds the account of an API key, for a call that requires this scope. */
  callerOfKey(key: string, scope: ApiScope | undefined): Promise<Caller>
}

/** Reads a request's bearer token: that of a signed-in person, or an API key. */
export function createAuthenticate({
  identity,
  callerOfPerson,
  isKey,
  callerOfKey,
}: AuthenticateDependencies): Authenticate {
  return async ({ headers }, { scope }) => {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw problem('not_signed_in', 'session_missing')
    const caller = isKey(token)
      ? await callerOfKey(token, scope)
      : await callerOfPerson(await identity.verify(token))
    return { ...caller, locale: chooseLocale(headers['accept-language']) }
  }
}
