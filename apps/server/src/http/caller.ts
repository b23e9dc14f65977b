import { type ApiScope, Problem, type Route } from '@penmark/contract'
import type { FastifyRequest } from 'fastify'
import type { Identity, Person } from '../outside/identity/identity.ts'

/** Who is calling. Everything a call touches belongs to `teacher_id`, whatever the body says. */
export interface Caller {
  teacher_id: string
  is_administrator: boolean
  person: Person
}

/** The part of the caller that most actions need. */
export type Owner = Pick<Caller, 'teacher_id'>

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
export function createAuthenticate({ identity, callerOfPerson, isKey, callerOfKey }: AuthenticateDependencies): Authenticate {
  return async ({ headers }, { scope }) => {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw new Problem('not_signed_in', 'Sign in first. Your session may have ended.')
    return isKey(token) ? callerOfKey(token, scope) : callerOfPerson(await identity.verify(token))
  }
}
