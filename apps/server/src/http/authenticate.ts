import { Problem } from '@penmark/contract'
import type { FastifyRequest } from 'fastify'
import type { Identity, Person } from '../outside/identity/identity.ts'
import type { Caller } from './caller.ts'

export type Authenticate = (request: FastifyRequest) => Promise<Caller>

/** Reads the bearer token of a request. `enter` knows, or makes, the account of a verified person. */
export function createAuthenticate(identity: Identity, enter: (person: Person) => Promise<Caller>): Authenticate {
  return async ({ headers }) => {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw new Problem('not_signed_in', 'Sign in first. Your session may have ended.')
    return enter(await identity.verify(token))
  }
}
