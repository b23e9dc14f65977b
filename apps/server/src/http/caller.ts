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
  enter(person: Person): Promise<Caller>
  /** Whether a bearer token is an API key. */
  isKey(token: string): boolean
  /** Finds the account of an API key, for a call that requires this scope. */
  enterByKey(key: string, scope: ApiScope | undefined): Promise<Caller>
}

/** Reads a request's bearer token: that of a signed-in person, or an API key. */
export function createAuthenticate({ identity, enter, isKey, enterByKey }: AuthenticateDependencies): Authenticate {
  return async ({ headers }, { scope }) => {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw new Problem('not_signed_in', 'Sign in first. Your session may have ended.')
    return isKey(token) ? enterByKey(token, scope) : enter(await identity.verify(token))
  }
}
