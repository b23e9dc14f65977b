import pg from 'pg'
import { inBatches } from '../batches.ts'

/** Notifications between the processes on one server. They carry no data, and a process that is not listening misses them. */
export interface Notices {
  /** Sends at once, outside of any transaction: call it after the commit. Waiting notifications of one topic are merged. */
  notify(topic: string): void
  /** Calls `onNotice` for each notification until the returned function is called. */
  listen(topic: string, onNotice: () => void): () => Promise<void>
}

const connectAgainMs = 1_000

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
      timer = setTimeout(() => void connect(), connectAgainMs)
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

export function noticesOver(pool: pg.Pool, url: string, onError: (error: Error) => void): Notices {
  const notify = inBatches(async (topics: string[]) => {
    const each = [...new Set(topics)]
    await pool.query('select pg_notify(topic, $2) from unnest($1::text[]) as topic', [each, ''])
    return topics
  }, 1_000)
  return {
    notify: (topic) => void notify(topic).catch(onError),
    listen: (topic, onNotice) => listen(url, topic, onNotice),
  }
}
