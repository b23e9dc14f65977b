import type { RecordEntry } from '@penmark/writing'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** The last text that the server confirmed to a page; its unconfirmed entries begin there. */
export interface KeptClient {
  client: string
  token: string
  document: Record<string, unknown>
  version: number
}

interface RoomDatabase extends DBSchema {
  sessions: { key: string; value: { token: string; session: string } }
  clients: { key: string; value: KeptClient; indexes: { token: string } }
  entries: { key: [client: string, n: number]; value: RecordEntry }
}

const entriesOf = (client: string) => IDBKeyRange.bound([client, 0], [client, Number.POSITIVE_INFINITY])

/**
 * What this device keeps: the sessions of opened links, and every entry until the server has it. A browser that forbids storage gets a store
 * that keeps nothing and says so.
 */
export class LocalStore {
  readonly #database: IDBPDatabase<RoomDatabase> | null

  constructor(database: IDBPDatabase<RoomDatabase> | null) {
    this.#database = database
  }

  get isLasting(): boolean {
    return this.#database !== null
  }

  async session(token: string): Promise<string | null> {
    return (await this.#database?.get('sessions', token))?.session ?? null
  }

  async keepSession(token: string, session: string): Promise<void> {
    await this.#database?.put('sessions', { token, session })
  }

  async forgetSession(token: string): Promise<void> {
    await this.#database?.delete('sessions', token)
  }

  /** Every page of this link that was opened on this device and not cleaned up. */
  async clients(token: string): Promise<KeptClient[]> {
    return (await this.#database?.getAllFromIndex('clients', 'token', token)) ?? []
  }

  /** The entries of a page that the server has not confirmed, in their order. */
  async entries(client: string): Promise<RecordEntry[]> {
    return (await this.#database?.getAll('entries', entriesOf(client))) ?? []
  }

  async append(entries: readonly RecordEntry[]): Promise<void> {
    if (this.#database === null) return
    const transaction = this.#database.transaction('entries', 'readwrite')
    await Promise.all([...entries.map((entry) => transaction.store.put(entry, [entry.client, entry.n])), transaction.done])
  }

  /** Replaces the confirmed text and the unconfirmed entries of a page together, since the entries only apply to that text. */
  async settle(kept: KeptClient, pending: readonly RecordEntry[]): Promise<void> {
    if (this.#database === null) return
    const transaction = this.#database.transaction(['clients', 'entries'], 'readwrite')
    const entries = transaction.objectStore('entries')
    await Promise.all([
      transaction.objectStore('clients').put(kept),
      entries.delete(entriesOf(kept.client)),
      ...pending.map((entry) => entries.put(entry, [entry.client, entry.n])),
      transaction.done,
    ])
  }

  async remove(client: string): Promise<void> {
    if (this.#database === null) return
    const transaction = this.#database.transaction(['clients', 'entries'], 'readwrite')
    await Promise.all([
      transaction.objectStore('clients').delete(client),
      transaction.objectStore('entries').delete(entriesOf(client)),
      transaction.done,
    ])
  }
}

export async function openLocalStore(): Promise<LocalStore> {
  try {
    const database = await openDB<RoomDatabase>('penmark-writing', 1, {
      upgrade(fresh) {
        fresh.createObjectStore('sessions', { keyPath: 'token' })
        fresh.createObjectStore('clients', { keyPath: 'client' }).createIndex('token', 'token')
        fresh.createObjectStore('entries')
      },
    })
    return new LocalStore(database)
  } catch {
    // Private windows of some browsers refuse it.
    return new LocalStore(null)
  }
}
