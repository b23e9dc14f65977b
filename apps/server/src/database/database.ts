import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

import type { Notices } from './notices.ts'

export type Row = Record<string, unknown>
/** Typed queries of drizzle, the same on both databases. */
export type Orm = PgDatabase<PgQueryResultHKT>

/** Anything statements can be sent through: the database itself, or one open transaction of it. */
export interface Connection {
  /** Never call its own `transaction`: use `Database.transaction`. */
  readonly orm: Orm
  /** One statement with `$1` parameters. */
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
  /** Several statements without parameters; answers what the last one gave. */
  script(text: string): Promise<{ rows: Row[] }>
}

export interface Database extends Connection {
  readonly kind: 'embedded' | 'server'
  /**
   * Commits what `work` did, or undoes all of it when `work` throws. Inside, use only the connection handed over: the embedded
   * database has a single session, and a statement sent past the open transaction would wait for it for ever.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /**
   * Clears dead rows away and counts the tables for the planner. A server does so by itself; the embedded database has nobody who does,
   * and without it an indexed list takes ten times as long.
   */
  tidy(): Promise<void>
  /**
   * Takes what was deleted out of the files as well, once a day; answers whether it did. Null where there are no files of ours: a server reuses its
   * pages, and its disk is the operator's to encrypt.
   */
  scrub: ((now: Date) => Promise<boolean>) | null
  /**
   * Copies the whole database into the folder `place`, as it is at one moment; statements wait meanwhile. Null where it cannot be copied as
   * files: a server has tools of its own.
   */
  copyTo: ((place: string) => Promise<void>) | null
  /** Null where there is one process only. */
  notices: Notices | null
  /** Callers that wait for a connection. The embedded database works in this process: what waits for it shows as delay. */
  waiting(): number
  close(): Promise<void>
}

/** The embedded database is open in another process, or twice in this one. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError'
}

/** SQLSTATE of a failed statement, whichever driver threw it and however deep it lies; null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code
  }
  return null
}
