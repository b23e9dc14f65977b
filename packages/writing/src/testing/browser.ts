import type { RecordEntry } from '../step.ts'
import type { Receipt } from '../times.ts'

/**
 * A student's page and its connection, for tests: it queues what is typed and sends it in batches, as the
 * real one does.
 */
export class Browser {
  readonly entries: RecordEntry[] = []
  readonly receipts: Receipt[] = []
  /** By the server's clock. */
  now = Date.UTC(2026, 8, 1, 9)
  readonly openedAt = this.now
  /** How far the device's clock is ahead of the server's. */
  clockAheadMs = 0
  client = 'page-aaaa'
  isConnected = true
  notesConnection = true
  private queue: RecordEntry[] = []
  private n = 0
  private length = 0

  private add(
    entry:
      | { kind: 'offline' | 'online' | 'blur' }
      | { kind: 'step'; origin: 'typing'; step: Record<string, unknown> },
  ): void {
    this.n += 1
    this.queue.push({
      ...entry,
      at: this.now + this.clockAheadMs,
      client: this.client,
      n: this.n,
    } as RecordEntry)
  }

  private key(): void {
    const step = {
      stepType: 'replace',
      from: this.length + 1,
      to: this.length + 1,
      slice: { content: [{ type: 'text', text: 'a' }] },
    }
    this.length += 1
    this.add({ kind: 'step', origin: 'typing', step })
  }

  /** Sends what is queued, at most 300 entries in one call and one call every two seconds. */
  send(): this {
    while (this.isConnected && this.queue.length > 0) {
      this.receipts.push({ first: this.entries.length, at: this.now })
      this.entries.push(...this.queue.splice(0, 300))
      if (this.queue.length > 0) this.now += 2_000
    }
    return this
  }

  /** Types for this long, with a key at each interval, sending every two seconds. */
  type(durationMs: number, everyMs = 300): this {
    const end = this.now + durationMs
    let sentAt = this.now
    while (this.now < end) {
      this.now += everyMs
      this.key()
      if (this.now - sentAt < 2_000) continue
      sentAt = this.now
      this.send()
    }
    return this.send()
  }

  wait(durationMs: number): this {
    this.now += durationMs
    return this
  }

  disconnect(): this {
    this.isConnected = false
    if (this.notesConnection) this.add({ kind: 'offline' })
    return this
  }

  connect(): this {
    this.isConnected = true
    if (this.notesConnection) this.add({ kind: 'online' })
    return this.send()
  }

  /** Another page of the same student, opened now. */
  openAnother(client: string): this {
    this.client = client
    this.n = 0
    return this
  }

  /**
   * Entries that a program made up: keys dated from a moment on, sent in batches, each after a wait of the
   * program.
   */
  forge(changes: number, datedFrom: number, datedEveryMs: number, batchSize: number, waitMs: number): this {
    const real = this.now
    for (let sent = 0; sent < changes; sent += batchSize) {
      this.receipts.push({ first: this.entries.length, at: real + (sent / batchSize) * waitMs })
      for (let nth = sent; nth < Math.min(changes, sent + batchSize); nth++) {
        this.now = datedFrom + nth * datedEveryMs
        this.key()
      }
      this.entries.push(...this.queue.splice(0))
    }
    this.now = real + Math.ceil(changes / batchSize) * waitMs
    return this
  }
}
