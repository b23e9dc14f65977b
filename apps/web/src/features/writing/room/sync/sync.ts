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
  /** The server refused what was written, in its words. */
  | { kind: 'refused'; detail: string }

/** Where the steps are made: the editor, or only its state when a closed page is made up for. */
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
  /** The text as the server holds it at the version of the host's state. */
  confirmed: Node
  send: (batch: WritingBatchInput) => Promise<WritingBatchReply>
  /** Sends without waiting for an answer, while the page closes. */
  sendLast?: (batch: WritingBatchInput) => void
}

const whileTypingMs = 2_000
const firstRetryMs = 1_000
const lastRetryMs = 30_000
const batch = { entries: 300, characters: 600_000 } as const
/** Browsers send no more than 64 kB after a page was closed. */
const lastBatch = { entries: 300, characters: 50_000 } as const

/**
 * Records what happens in an editor: on this device at once, and on the server in small batches. The server decides on the order of steps; what
 * others wrote comes back with the answers, and own steps that it has not confirmed are rebased over it.
 */
export class Sync {
  readonly #options: SyncOptions
  readonly #queue = new Queue()
  readonly #listeners = new Set<() => void>()
  #confirmed: Node
  #lastN = 0
  #toKeep: RecordEntry[] = []
  #isKeepingSoon = false
  #inputType: string | null = null
  #state: SaveState = { kind: 'saved' }
  #timer: ReturnType<typeof setTimeout> | null = null
  #failures = 0
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

  /** Whether this page alone has a part of the text. */
  get hasUnsentSteps(): boolean {
    return stepsOf(this.#queue.entries).length > 0
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps the text that the first entries build on. */
  begin(): Promise<void> {
    return this.#settle()
  }

  /** Takes up entries of a page that was closed; their steps are in the host's state already. */
  resume(entries: readonly { entry: RecordEntry; transform: Transaction | null }[]): void {
    for (const { entry, transform } of entries) {
      this.#queue.add(entry, transform)
      this.#lastN = entry.n
    }
  }

  /** Remembers how the browser is about to change the text; null when a key is pressed that the editor handles itself. */
  expectInput(inputType: string | null): void {
    this.#inputType = inputType
  }

  /** Records the steps of an applied transaction. */
  record(transaction: Transaction): void {
    if (!transaction.docChanged || transaction.getMeta(receivedMeta)) return
    for (const step of transaction.steps) {
      const origin = originOf(transaction, step, this.#inputType)
      this.#add({ kind: 'step', origin, step: step.toJSON() as Record<string, unknown>, ...this.#stamp() }, transaction)
    }
    this.#inputType = null
    this.#sendIn(whileTypingMs)
  }

  /** Records that the page was opened, left, returned to or closed. */
  note(kind: 'open' | 'close' | 'focus' | 'blur'): void {
    this.#add({ kind, ...this.#stamp() }, null)
    if (kind !== 'close') this.#sendIn(whileTypingMs)
  }

  noteBlockedPaste(characters: number): void {
    this.#add({ kind: 'blocked-paste', characters, ...this.#stamp() }, null)
    this.#sendIn(whileTypingMs)
  }

  /** Sends what waits now, and asks for what others wrote. Resolves when the call has ended, however it ended. */
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

  /** The page is about to close: what the server does not get now is sent when the link is opened on this device again. */
  close(): void {
    this.note('close')
    void this.#keepNow()
    this.#options.sendLast?.(this.#batchOf(this.#queue.first(lastBatch.entries, lastBatch.characters)))
  }

  stop(): void {
    this.#stopTimer()
    this.#listeners.clear()
  }

  #stamp(): { at: number; client: string; n: number } {
    this.#lastN += 1
    return { at: Date.now(), client: this.#options.client, n: this.#lastN }
  }

  #add(entry: RecordEntry, transform: Transaction | null): void {
    this.#queue.add(entry, transform)
    this.#toKeep.push(entry)
    if (!this.#isStopped() && transform !== null && this.#state.kind === 'saved') this.#say({ kind: 'saving' })
    if (this.#isKeepingSoon) return
    this.#isKeepingSoon = true
    // After the key was handled and the page painted.
    setTimeout(() => void this.#keepNow())
  }

  async #keepNow(): Promise<void> {
    this.#isKeepingSoon = false
    const entries = this.#toKeep
    this.#toKeep = []
    if (entries.length === 0) return
    // What this device cannot keep is still sent.
    await this.#options.store.append(entries).catch(() => undefined)
  }

  /** Keeps the confirmed text with the entries that wait. */
  async #settle(): Promise<void> {
    const { store, client, token, host } = this.#options
    this.#toKeep = []
    const kept = { client, token, document: this.#confirmed.toJSON() as Record<string, unknown>, version: getVersion(host.state()) }
    await store.settle(kept, this.#queue.entries).catch(() => undefined)
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
      if (this.#failures > 0) this.#sendIn(Math.min(lastRetryMs, firstRetryMs * 2 ** (this.#failures - 1)))
      else if (this.hasUnsent) this.#sendIn(whileTypingMs)
    })
    return this.#inFlight
  }

  async #call(): Promise<void> {
    const entries = this.#queue.first(batch.entries, batch.characters)
    try {
      const reply = await this.#options.send(this.#batchOf(entries))
      if (reply.stored) this.#confirm(entries)
      else this.#receive(stepsOf(reply.missing))
      await this.#settle()
      this.#failures = 0
      this.#say({ kind: this.hasUnsentSteps ? 'saving' : 'saved' })
    } catch (error) {
      this.#failures += 1
      this.#say(stateAfter(error))
    }
  }

  #confirm(entries: readonly RecordEntry[]): void {
    this.#receive(stepsOf(entries))
    const last = entries.at(-1)
    if (last !== undefined) this.#queue.confirm(last.n)
  }

  /** Brings in steps that the server holds after the version of the state, the own ones among them. */
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
    const own = stored.findLast((entry) => entry.client === client)
    if (own !== undefined) this.#queue.confirm(own.n)
    if (stored.some((entry) => entry.client !== client)) this.#queue.rebase(host.state())
  }

  #say(state: SaveState): void {
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
