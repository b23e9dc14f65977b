import { Problem, type WritingBatchInput, type WritingBatchReply } from '@penmark/contract'
import type { RecordEntry } from '@penmark/writing'
import { getVersion, receiveTransaction } from 'prosemirror-collab'
import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import type { LocalStore } from './local-store.ts'
import { originOf, receivedMeta } from './origin.ts'
import { Queue, readStep, stepsOf } from './queue.ts'

export type SaveState =
  | { kind: 'saved' | 'saving' | 'offline' | 'revoked' | 'closed' }
  /** The server refused what was written; `detail` is its message. */
  | { kind: 'refused'; detail: string }

/** Where steps are applied: the editor, or only an editor state when a closed page is recovered. */
export interface Host {
  state: () => EditorState
  dispatch: (transaction: Transaction) => void
}

export interface SyncOptions {
  host: Host
  store: LocalStore
  token: string
  session: string
  /** The name of this page in the record. */
  client: string
  /** The server's text at the version of the host's state. */
  confirmed: Node
  send: (batch: WritingBatchInput) => Promise<WritingBatchReply>
  /** Sends without waiting for an answer, while the page closes. */
  sendLast?: (batch: WritingBatchInput) => void
}

const sendAfterMs = 2_000
const firstRetryMs = 1_000
const maxRetryMs = 30_000
const batchLimits = { entries: 300, characters: 600_000 } as const
/** Browsers send at most 64 kB after a page was closed. */
const lastBatchLimits = { entries: 300, characters: 50_000 } as const

/**
 * Records what happens in an editor: on this device at once, and on the server in small batches. The server
 * decides the order of the steps. Its answers contain the steps of other pages, and this page's unconfirmed
 * steps are rebased over them.
 */
export class Sync {
  readonly #options: SyncOptions
  readonly #queue = new Queue()
  readonly #listeners = new Set<() => void>()
  #confirmed: Node
  #lastN = 0
  #unstored: RecordEntry[] = []
  #isStoreScheduled = false
  #inputType: string | null = null
  #waitedMs = 0
  #state: SaveState = { kind: 'saved' }
  #timer: ReturnType<typeof setTimeout> | null = null
  #failures = 0
  #isOffline = false
  #inFlight: Promise<void> | null = null

  constructor(options: SyncOptions) {
    this.#options = options
    this.#confirmed = options.confirmed
  }

  get state(): SaveState {
    return this.#state
  }

  get hasUnsent(): boolean {
    return this.#queue.length > 0
  }

  /** Whether a part of the text is only on this page. */
  get hasUnsentSteps(): boolean {
    return stepsOf(this.#queue.entries).length > 0
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stores the text that the first entries build on. */
  begin(): Promise<void> {
    return this.#storeConfirmed()
  }

  /** Continues with the entries of a closed page, whose steps are already in the host's state. */
  resume(entries: readonly { entry: RecordEntry; transform: Transaction | null }[]): void {
    for (const { entry, transform } of entries) {
      this.#queue.add(entry, transform)
      this.#lastN = entry.n
    }
  }

  /**
   * Remembers how the browser is about to change the text; null when a key is pressed, which the editor may
   * handle itself. A key waits for a page that stands still, but was pressed `waitedMs` ago.
   */
  expectInput(inputType: string | null, waitedMs = this.#waitedMs): void {
    this.#inputType = inputType
    this.#waitedMs = Math.max(0, waitedMs)
  }

  /** Records the steps of an applied transaction. */
  record(transaction: Transaction): void {
    if (!transaction.docChanged || transaction.getMeta(receivedMeta)) return
    for (const step of transaction.steps) {
      const origin = originOf(transaction, step, this.#inputType)
      this.#add(
        {
          kind: 'step',
          origin,
          step: step.toJSON() as Record<string, unknown>,
          ...this.#stamp(this.#waitedMs),
        },
        transaction,
      )
    }
    this.#inputType = null
    this.#waitedMs = 0
    this.#sendIn(sendAfterMs)
  }

  /**
   * Records that the page was opened, left, returned to or closed, or that its connection was lost or came
   * back.
   */
  recordEvent(kind: 'open' | 'close' | 'focus' | 'blur' | 'offline' | 'online'): void {
    this.#add({ kind, ...this.#stamp() }, null)
    if (kind !== 'close') this.#sendIn(sendAfterMs)
  }

  recordBlockedPaste(characters: number): void {
    this.#add({ kind: 'blocked-paste', characters, ...this.#stamp() }, null)
    this.#sendIn(sendAfterMs)
  }

  /**
   * Sends what is queued now, and fetches the steps of other pages. Resolves when the call has ended, even if
   * it failed.
   */
  async sync(): Promise<void> {
    this.#stopTimer()
    await this.#inFlight
    await this.#send()
  }

  /** Sends everything. Resolves to whether the server now has all of it. */
  async finish(): Promise<boolean> {
    do {
      const failuresBefore = this.#failures
      await this.sync()
      if (this.#failures > failuresBefore || this.#isStopped()) return false
    } while (this.hasUnsent)
    return true
  }

  /**
   * The page is about to close. What the server does not get now is sent when the link is opened on this
   * device again.
   */
  close(): void {
    this.recordEvent('close')
    void this.#storeEntries()
    this.#options.sendLast?.(
      this.#batchOf(this.#queue.first(lastBatchLimits.entries, lastBatchLimits.characters)),
    )
  }

  stop(): void {
    this.#stopTimer()
    this.#listeners.clear()
  }

  #stamp(waitedMs = 0): { at: number; client: string; n: number } {
    this.#lastN += 1
    return { at: Math.round(Date.now() - waitedMs), client: this.#options.client, n: this.#lastN }
  }

  #add(entry: RecordEntry, transform: Transaction | null): void {
    this.#queue.add(entry, transform)
    this.#unstored.push(entry)
    if (!this.#isStopped() && transform !== null && this.#state.kind === 'saved')
      this.#setState({ kind: 'saving' })
    if (this.#isStoreScheduled) return
    this.#isStoreScheduled = true
    // After the key was handled and the page painted.
    setTimeout(() => void this.#storeEntries())
  }

  async #storeEntries(): Promise<void> {
    this.#isStoreScheduled = false
    const entries = this.#unstored
    this.#unstored = []
    if (entries.length === 0) return
    // Entries that cannot be stored here are still sent.
    await this.#options.store.append(entries).catch(() => undefined)
  }

  /** Stores the confirmed text together with the queued entries. */
  async #storeConfirmed(): Promise<void> {
    const { store, client, token, host } = this.#options
    this.#unstored = []
    const storedClient = {
      client,
      token,
      document: this.#confirmed.toJSON() as Record<string, unknown>,
      version: getVersion(host.state()),
    }
    await store.storeConfirmed(storedClient, this.#queue.entries).catch(() => undefined)
  }

  #isStopped(): boolean {
    return this.#state.kind === 'revoked' || this.#state.kind === 'closed'
  }

  #sendIn(ms: number): void {
    if (this.#timer !== null || this.#inFlight !== null || this.#isStopped()) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#send()
    }, ms)
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #batchOf(entries: RecordEntry[]): WritingBatchInput {
    return { session: this.#options.session, version: getVersion(this.#options.host.state()), entries }
  }

  #send(): Promise<void> {
    if (this.#isStopped()) return Promise.resolve()
    this.#inFlight ??= this.#call().finally(() => {
      this.#inFlight = null
      if (this.#failures > 0) this.#sendIn(Math.min(maxRetryMs, firstRetryMs * 2 ** (this.#failures - 1)))
      else if (this.hasUnsent) this.#sendIn(sendAfterMs)
    })
    return this.#inFlight
  }

  async #call(): Promise<void> {
    const entries = this.#queue.first(batchLimits.entries, batchLimits.characters)
    try {
      const reply = await this.#options.send(this.#batchOf(entries))
      if (reply.stored) this.#confirm(entries)
      else this.#receive(stepsOf(reply.missing))
      await this.#storeConfirmed()
      this.#failures = 0
      if (this.#isOffline) this.#setOffline(false)
      this.#setState({ kind: this.hasUnsentSteps ? 'saving' : 'saved' })
    } catch (error) {
      this.#failures += 1
      const state = stateAfter(error)
      if (state.kind === 'offline' && !this.#isOffline) this.#setOffline(true)
      this.#setState(state)
    }
  }

  /** Notes it in the record, which otherwise could not tell why entries arrive late. */
  #setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline
    this.recordEvent(isOffline ? 'offline' : 'online')
  }

  #confirm(entries: readonly RecordEntry[]): void {
    this.#receive(stepsOf(entries))
    const last = entries.at(-1)
    if (last !== undefined) this.#queue.confirm(last.n)
  }

  /** Applies the steps that the server has after the state's version, including those of this page. */
  #receive(stored: ReturnType<typeof stepsOf>): void {
    if (stored.length === 0) return
    const { host, client } = this.#options
    const steps = stored.map(readStep)
    const received = receiveTransaction(
      host.state(),
      steps,
      stored.map((entry) => entry.client),
      { mapSelectionBackward: true },
    )
    host.dispatch(received.setMeta(receivedMeta, true))
    for (const step of steps) {
      const { doc, failed } = step.apply(this.#confirmed)
      if (doc === null) throw new Error(failed ?? 'A stored step does not apply.')
      this.#confirmed = doc
    }
    const ownEntry = stored.findLast((entry) => entry.client === client)
    if (ownEntry !== undefined) this.#queue.confirm(ownEntry.n)
    if (stored.some((entry) => entry.client !== client)) this.#queue.rebase(host.state())
  }

  #setState(state: SaveState): void {
    if (state.kind === this.#state.kind && state.kind !== 'refused') return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function stateAfter(error: unknown): SaveState {
  if (!(error instanceof Problem)) return { kind: 'offline' }
  if (error.code === 'not_found') return { kind: 'revoked' }
  if (error.code === 'conflict') return { kind: 'closed' }
  if (error.code === 'busy' || error.code === 'unexpected') return { kind: 'offline' }
  return { kind: 'refused', detail: error.message }
}
