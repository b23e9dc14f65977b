import type { RecordEntry } from '@penmark/writing'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** The last text that the server confirmed to a page, on which the page's unconfirmed entries build. */
export interface StoredClient {
  client: string
  token: string
  document: Record<string, unknown>
  version: number
}

interface RoomDatabase extends DBSchema {
  sessions: { key: string; value: { token: string; session: string } }
  clients: { key: string; value: StoredClient; indexes: { token: string } }
  entries: { key: [client: string, n: number]; value: RecordEntry }
}

const entriesOf = (client: string) => IDBKeyRange.bound([client, 0], [client, Number.POSITIVE_INFINITY])

/**
 * What this device stores: the sessions of opened links, and every entry until the server has it. If the
 * browser forbids storage, the store keeps nothing, and `isLasting` is false.
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

  async saveSession(token: string, session: string): Promise<void> {
    await this.#database?.put('sessions', { token, session })
  }

  async deleteSession(token: string): Promise<void> {
    await this.#database?.delete('sessions', token)
  }

  /** The pages of this link that were opened on this device and have not been removed. */
  async clients(token: string): Promise<StoredClient[]> {
    return (await this.#database?.getAllFromIndex('clients', 'token', token)) ?? []
  }

  /** The unconfirmed entries of a page, in order. */
  async entries(client: string): Promise<RecordEntry[]> {
    return (await this.#database?.getAll('entries', entriesOf(client))) ?? []
  }

  async append(entries: readonly RecordEntry[]): Promise<void> {
    if (this.#database === null) return
    const transaction = this.#database.transaction('entries', 'readwrite')
    await Promise.all([
      ...entries.map((entry) => transaction.store.put(entry, [entry.client, entry.n])),
      transaction.done,
    ])
  }

  /**
   * Replaces the confirmed text and the unconfirmed entries of a page together, since the entries only apply
   * to that text.
   */
  async storeConfirmed(stored: StoredClient, pending: readonly RecordEntry[]): Promise<void> {
    if (this.#database === null) return
    const transaction = this.#database.transaction(['clients', 'entries'], 'readwrite')
    const entries = transaction.objectStore('entries')
    await Promise.all([
      transaction.objectStore('clients').put(stored),
      entries.delete(entriesOf(stored.client)),
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
      upgrade(newDatabase) {
        newDatabase.createObjectStore('sessions', { keyPath: 'token' })
        newDatabase.createObjectStore('clients', { keyPath: 'client' }).createIndex('token', 'token')
        newDatabase.createObjectStore('entries')
      },
    })
    return new LocalStore(database)
  } catch {
    // Private windows of some browsers refuse it.
    return new LocalStore(null)
  }
}
