import type { Readable } from 'node:stream'

/** A stored object as a local file, for programs that need a path. Call `release` when done. */
export interface LocalCopy {
  path: string
  release(): Promise<void>
}

/** Holds uploaded files. Keys are made by the server (`newKey`), never by a client. */
export interface Storage {
  /** Stores a stream whole or not at all, and resolves once it would survive a power failure. */
  put(key: string, content: Readable): Promise<{ sizeBytes: number }>
  /** The content, or null when there is none. */
  get(key: string): Promise<Readable | null>
  localCopy(key: string): Promise<LocalCopy | null>
  /** Deleting what is not there is not an error. */
  delete(key: string): Promise<void>
  /** The time by the clock that dates what is stored here. The clocks of the processes may differ from it. */
  now(): Promise<Date>
  /** Keys stored before `before`, in any order. */
  list(before: Date): AsyncIterable<string>
  /** Removes half-written objects of dead processes, untouched since `before`. */
  sweepUnfinished(before: Date): Promise<void>
  /** The installation whose objects these are; null if nobody has marked them. */
  readMark(): Promise<string | null>
  /** Marks the objects as those of an installation. An existing mark stays unless `replace` is set. */
  writeMark(installation_id: string, options?: { replace: boolean }): Promise<void>
  /**
   * Moves an object out of `list` and `get`, to where an operator finds it by the day of `now` until
   * `deleteSetAside` deletes it.
   */
  setAside(key: string, now: Date): Promise<void>
  /** Deletes the objects that were set aside on days that ended before `before`. Returns their number. */
  deleteSetAside(before: Date): Promise<number>
}

const keyPattern = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A new key. Its first two characters spread the files over folders. */
export function newKey(): string {
  const id = crypto.randomUUID()
  return `${id.slice(0, 2)}/${id}`
}

export const isKey = (key: string): boolean => keyPattern.test(key)

/** Throws for anything not made by `newKey`, so that a key can never point outside the storage. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('This is not a key of the storage.')
}
