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
