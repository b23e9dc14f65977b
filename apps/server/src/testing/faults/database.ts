import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import type pg from 'pg'
import type { Connection, Database, Orm } from '../../services/database/database.ts'
import type { Plan } from './plan.ts'

/** As targets are written, without drizzle's quotes. */
const plainSql = (text: string) => text.replaceAll('"', '').replace(/\s+/g, ' ').trim()

type Query = (first: unknown, ...rest: unknown[]) => Promise<unknown>

const textOf = (first: unknown): string =>
  typeof first === 'string'
    ? first
    : typeof first === 'object' && first !== null && 'text' in first
      ? String(first.text)
      : ''

/** Sends a failing statement instead, so that the driver's error is real and the transaction is aborted. */
const failing = (sqlState: string) =>
  `do $$ begin raise exception 'This statement fails for a test.' using errcode = '${sqlState}'; end $$`

/** `ran` collects the statements of a transaction. */
function faultyConnection(
  connection: Connection,
  kind: Database['kind'],
  plan: Plan,
  ran: string[] | null,
): Connection {
  const guarded = async <T>(
    text: string,
    send: () => Promise<T>,
    fail: (statement: string) => Promise<unknown>,
  ): Promise<T> => {
    const sql = plainSql(text)
    ran?.push(sql)
    const planned = plan.next('query', sql)
    if (planned) await fail(failing(planned.sqlState ?? '57014'))
    const answer = await send()
    plan.lose('after query', sql)
    return answer
  }
  const { $client } = connection.orm as Orm & { $client: { query: Query } }
  const query: Query = (first, ...rest) =>
    guarded(
      textOf(first),
      () => $client.query(first, ...rest),
      (statement) => $client.query(statement),
    )
  const client: unknown = new Proxy($client, {
    get(target, name) {
      if (name === 'query') return query
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return {
    afterCommit: (run) => connection.afterCommit(run),
    orm: kind === 'embedded' ? drizzleEmbedded(client as PGlite) : drizzleServer(client as pg.Pool),
    query: (text, values) =>
      guarded(
        text,
        () => connection.query(text, values),
        (statement) => connection.query(statement),
      ),
    script: (text) =>
      guarded(
        text,
        () => connection.script(text),
        (statement) => connection.script(statement),
      ),
  }
}

/** The same database, whose statements and commits fail as planned. */
export function faultyDatabase(database: Database, plan: Plan): Database {
  return {
    ...database,
    ...faultyConnection(database, database.kind, plan, null),
    async transaction(work) {
      const ran = ['']
      const answer = await database.transaction(async (connection) => {
        const result = await work(faultyConnection(connection, database.kind, plan, ran))
        plan.lose('commit', ...ran)
        return result
      })
      plan.lose('after commit', ...ran)
      return answer
    },
  }
}
