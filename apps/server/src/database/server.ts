import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Connection, Database, Row } from './database.ts'
import { noticesOver } from './notices.ts'
import { preparingClient } from './prepared.ts'

function connectionOver(client: pg.Pool | pg.PoolClient): Connection {
  return {
    orm: drizzle(client),
    query: (text, values) => client.query(text, values),
    script: async (text) => {
      const answer = await client.query<Row>(text)
      // Several statements in one text return a list of results, which the library's types do not declare.
      const last = [answer].flat().at(-1)
      return { rows: last?.rows ?? [] }
    },
  }
}

/** Lets the server notice vanished clients. Otherwise it would keep their locks, and documents would wait for hours. */
const connectionTimeouts =
  "set idle_in_transaction_session_timeout = '60s'; set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3"

interface PoolLimits {
  connections: number
  /** How long a caller waits for a connection. */
  waitMs: number
}

const usualLimits: PoolLimits = { connections: 10, waitMs: 30_000 }

/** Connects to a PostgreSQL server (15 or newer) and checks that it responds. */
export async function connectServer(url: string, onError: (error: Error) => void, limits: PoolLimits = usualLimits): Promise<Database> {
  const pool = new pg.Pool({
    Client: preparingClient(),
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.waitMs,
    // A network that drops packets must not block a caller for ever. Only migrations take minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: 15 * 60_000,
    verify: (client, done) => client.query(connectionTimeouts, (error) => done(error)),
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    // The pool handles errors only of idle connections. An unhandled error of one in use, between two statements, would end this process.
    client.on('error', onError)
  })
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
      // Discard a session that cannot roll back.
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
    scrub: null,
    copyTo: null,
    notices: noticesOver(pool, url, onError),
    waiting: () => pool.waitingCount,
    close: () => pool.end(),
  }
}
