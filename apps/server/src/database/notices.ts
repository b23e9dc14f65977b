import pg from 'pg'
import { inBatches } from '../batches.ts'

/** Words from one process to all others on the same server. They carry nothing, and who does not listen at that moment misses them. */
export interface Notices {
  /** Tells now, outside of any transaction: call it after the commit. Several of the same topic that wait become one. */
  tell(topic: string): void
  /** Calls `hear` at each, until the answered function is called. */
  listen(topic: string, hear: () => void): () => Promise<void>
}

const connectAgainMs = 1_000

/** A session of its own that listens, and a new one whenever it breaks. */
function listen(url: string, topic: string, hear: () => void): () => Promise<void> {
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
    // Whoever misses a word looks for itself every so often, so a broken session is no error; that of the pool is told.
    session.on('error', retry)
    session.on('end', retry)
    session.on('notification', hear)
    await session
      .connect()
      .then(() => session.query(`listen ${pg.escapeIdentifier(topic)}`))
      // What was said before this session listened.
      .then(hear, retry)
  }
  void connect()
  return async () => {
    isClosed = true
    if (timer) clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }
}

export function noticesOver(pool: pg.Pool, url: string, onError: (error: Error) => void): Notices {
  const tell = inBatches(async (topics: string[]) => {
    const each = [...new Set(topics)]
    await pool.query('select pg_notify(topic, $2) from unnest($1::text[]) as topic', [each, ''])
    return topics
  }, 1_000)
  return {
    tell: (topic) => void tell(topic).catch(onError),
    listen: (topic, hear) => listen(url, topic, hear),
  }
}
