import { type PgDatabase, type PgQueryResultHKT, timestamp } from 'drizzle-orm/pg-core'

export type Row = Record<string, unknown>
/** Drizzle's typed queries, the same on both databases. */
export type Orm = PgDatabase<PgQueryResultHKT>

/** Something that runs statements: the database, or an open transaction. */
export interface Connection {
  /** Never call its own `transaction`: use `Database.transaction`. */
  readonly orm: Orm
  /** One statement with `$1` parameters. */
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
  /** Several statements without parameters; returns the result of the last one. */
  script(text: string): Promise<{ rows: Row[] }>
  /**
   * Runs this once the transaction is committed, the same function only once, and never if it is rolled back;
   * at once outside of a transaction.
   */
  afterCommit(run: () => void): void
}

export interface Database extends Connection {
  readonly kind: 'embedded' | 'server'
  /**
   * Commits when `work` returns and rolls back when it throws. Inside, use only the connection passed in: the
   * embedded database has a single session, and a statement sent outside the open transaction would deadlock.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /**
   * Runs vacuum and analyze. A server does so by itself; the embedded database has no autovacuum, and without
   * statistics an indexed list takes ten times as long.
   */
  tidy(): Promise<void>
  /**
   * Removes deleted data from the database files, once a day; returns whether it did. Null with a server: it
   * manages its own pages, and encrypting its disk is up to the operator.
   */
  scrub: ((now: Date) => Promise<boolean>) | null
  /**
   * Copies a consistent snapshot of the database into `folder`; statements wait meanwhile. Null with a
   * server, which has its own backup tools.
   */
  copyTo: ((folder: string) => Promise<void>) | null
  /**
   * Calls `onNotice` once it listens, because it may have missed earlier notices, and then for each notice of
   * the topic that any process commits, until the returned function is called. Notices carry no data, and
   * several may arrive as one.
   */
  listen(topic: string, onNotice: () => void): () => Promise<void>
  /**
   * Sends a notice at once, outside of any transaction: call it after the commit. Null when there is only one
   * process.
   */
  notify: ((topic: string) => void) | null
  /**
   * Callers waiting for a connection. The embedded database runs in this process, so load on it shows as
   * event-loop delay instead.
   */
  waiting(): number
  close(): Promise<void>
}

/** Sends a notice to every process with the commit of this transaction. */
export async function noticeOnCommit(connection: Connection, topic: string): Promise<void> {
  await connection.query("select pg_notify($1, '')", [topic])
}

/** The embedded database is open in another process, or twice in this one. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError'
}

/**
 * SQLSTATE of a failed statement, from either driver and however deeply it is wrapped; null for other errors.
 */
export function sqlStateOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // No class of PostgreSQL begins with an E, as the system's own codes do, such as EROFS.
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(cause.code))
      return cause.code
  }
  return null
}

/** An update of existing data. */
export interface Update {
  /** How many migrations are missing. */
  pending: number
  /** The version whose tables the data has now. */
  writtenBy: string
}

/** A `like` pattern for what contains the text; `%` and `_` in the text stand for themselves. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The column of a moment. */
export const time = () => timestamp({ withTimezone: true })
