import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { inBatches } from '../../lib/batches.ts'
import { minuteMs } from '../../lib/durations.ts'
import type { Connection, Database, Row } from './database.ts'

function toConnection(
  client: pg.Pool | pg.PoolClient,
  afterCommit: Connection['afterCommit'] = (run) => run(),
): Connection {
  return {
    afterCommit,
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

/**
 * Lets the server notice vanished clients. Otherwise it would keep their locks, and documents would wait for
 * hours.
 */
const connectionTimeouts =
  "set idle_in_transaction_session_timeout = '60s'; set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3"

interface PoolLimits {
  connections: number
  /** How long a caller waits for a connection. */
  waitMs: number
}

const defaultLimits: PoolLimits = { connections: 10, waitMs: 30_000 }

/** Connects to a PostgreSQL server (15 or newer) and checks that it responds. */
export async function connectServer(
  url: string,
  onError: (error: Error) => void,
  limits: PoolLimits = defaultLimits,
): Promise<Database> {
  const pool = new pg.Pool({
    Client: createPreparingClient(),
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.waitMs,
    // A network that drops packets must not block a caller for ever. Only migrations take minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: 15 * minuteMs,
    verify: (client, done) => client.query(connectionTimeouts, (error) => done(error)),
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    // The pool handles errors only of idle connections. An unhandled error of one in use, between two
    // statements, would end this process.
    client.on('error', onError)
  })
  await pool.query('select 1').catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const transaction: Database['transaction'] = async (work) => {
    const client = await pool.connect()
    const committed = new Set<() => void>()
    let result: Awaited<ReturnType<typeof work>>
    try {
      await client.query('begin')
      result = await work(toConnection(client, (run) => committed.add(run)))
      await client.query('commit')
      client.release()
    } catch (error) {
      // Discard a session that cannot roll back.
      const broken = await client.query('rollback').then(
        () => undefined,
        (failure: Error) => failure,
      )
      client.release(broken)
      throw error
    }
    for (const run of committed) run()
    return result
  }
  return {
    ...toConnection(pool),
    kind: 'server',
    transaction,
    script: (text) => transaction((connection) => connection.script(text)),
    tidy: async () => undefined,
    scrub: null,
    copyTo: null,
    listen: (topic, onNotice) => listen(url, topic, onNotice),
    notify: createNotify(pool, onError),
    waiting: () => pool.waitingCount,
    close: () => pool.end(),
  }
}

/** A statement seen this often is worth preparing. */
const prepareAfterUses = 3
/** Each server session keeps every prepared statement, at about 10 kB each. */
const maxPreparedStatements = 200

/** Names for frequent statements; null for all others. */
export function createStatementNames(): (text: string) => string | null {
  const useCounts = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) return name
    if (names.size >= maxPreparedStatements) return null
    const uses = (useCounts.get(text) ?? 0) + 1
    if (uses < prepareAfterUses) {
      // Drop the counts now and then, so that statements seen once take no memory.
      if (useCounts.size > 10 * maxPreparedStatements) useCounts.clear()
      useCounts.set(text, uses)
      return null
    }
    useCounts.delete(text)
    const next = `s${names.size}`
    names.set(text, next)
    return next
  }
}

const isConfig = (first: unknown): first is pg.QueryConfig =>
  typeof first === 'object' &&
  first !== null &&
  'text' in first &&
  !('submit' in first) &&
  !('name' in first && first.name)

/**
 * A session that prepares frequent statements on the server: planning the query of a document list takes as
 * long as running it.
 */
function createPreparingClient(): typeof pg.Client {
  const nameOf = createStatementNames()
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send = this.query.bind(this) as (...args: unknown[]) => unknown
      const query = (first: unknown, ...rest: unknown[]) => {
        const text = typeof first === 'string' ? first : isConfig(first) ? first.text : null
        const name = text !== null && Array.isArray(rest[0]) && rest[0].length > 0 ? nameOf(text) : null
        return name === null
          ? send(first, ...rest)
          : send({ ...(isConfig(first) ? first : { text }), name }, ...rest)
      }
      this.query = query as typeof this.query
    }
  }
}

const reconnectAfterMs = 1_000

/** Listens in a separate session and opens a new one whenever it breaks. */
function listen(url: string, topic: string, onNotice: () => void): () => Promise<void> {
  let isClosed = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  const connect = async () => {
    const session = new pg.Client({ connectionString: url, keepAlive: true })
    client = session
    const retry = () => {
      if (isClosed || client !== session) return
      client = null
      void session.end().catch(() => undefined)
      timer = setTimeout(() => void connect(), reconnectAfterMs)
    }
    // Listeners also poll, so a broken session loses nothing. The pool reports its own errors.
    session.on('error', retry)
    session.on('end', retry)
    session.on('notification', onNotice)
    await session
      .connect()
      .then(() => session.query(`listen ${pg.escapeIdentifier(topic)}`))
      // Notifications sent before this session began to listen.
      .then(onNotice, retry)
  }
  void connect()
  return async () => {
    isClosed = true
    if (timer) clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }
}

/** Waiting notices of one topic are merged. */
function createNotify(pool: pg.Pool, onError: (error: Error) => void): (topic: string) => void {
  const notify = inBatches(async (topics: string[]) => {
    const uniqueTopics = [...new Set(topics)]
    await pool.query('select pg_notify(topic, $2) from unnest($1::text[]) as topic', [uniqueTopics, ''])
    return topics
  }, 1_000)
  return (topic) => void notify(topic).catch(onError)
}
