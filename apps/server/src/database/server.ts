import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Connection, Database, Row } from './database.ts'

function connectionOver(client: pg.Pool | pg.PoolClient): Connection {
  return {
    orm: drizzle(client),
    query: (text, values) => client.query(text, values),
    script: async (text) => {
      const answer = await client.query<Row>(text)
      // Several statements in one text give a list of results, which the library's types do not say.
      const last = [answer].flat().at(-1)
      return { rows: last?.rows ?? [] }
    },
  }
}

/** Connects to a PostgreSQL server (15 or newer) and proves that it answers. */
export async function connectServer(url: string, onError: (error: Error) => void): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  pool.on('error', onError)
  await pool.query('select 1').catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const transaction: Database['transaction'] = async (work) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const result = await work(connectionOver(client))
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      // A session that cannot roll back is thrown away rather than lent again.
      const broken = await client.query('rollback').then(
        () => undefined,
        (failure: Error) => failure,
      )
      client.release(broken)
      throw error
    }
  }
  return {
    ...connectionOver(pool),
    kind: 'server',
    transaction,
    script: (text) => transaction((connection) => connection.script(text)),
    tidy: async () => undefined,
    copyTo: null,
    close: () => pool.end(),
  }
}
