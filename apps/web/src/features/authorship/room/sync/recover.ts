import type { WritingBatchInput, WritingBatchReply } from '@penmark/contract'
import { textOf, writingSchema } from '@penmark/writing'
import { collab } from 'prosemirror-collab'
import { EditorState, type Transaction } from 'prosemirror-state'
import type { LocalStore, StoredClient } from './local-store.ts'
import { originMeta } from './origin.ts'
import { readStep } from './queue.ts'
import { Sync } from './sync.ts'

const lockName = (client: string) => `penmark-writing-${client}`

/**
 * Tells other pages on this device that this page is open and sends its own entries. Ends when the returned
 * function is called, or with the page.
 */
export function lockClient(client: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks.request(lockName(client), () => released)
  return release
}

interface RecoverOptions {
  store: LocalStore
  token: string
  session: string
  send: (batch: WritingBatchInput) => Promise<WritingBatchReply>
}

/** The text of a closed page as it was when it closed, with its entries. */
async function reopen(store: LocalStore, stored: StoredClient) {
  const document = writingSchema.nodeFromJSON(stored.document)
  let state = EditorState.create({
    doc: document,
    plugins: [collab({ version: stored.version, clientID: stored.client })],
  })
  const entries = (await store.entries(stored.client)).map((entry) => {
    if (entry.kind !== 'step') return { entry, transform: null }
    const transform: Transaction = state.tr.step(readStep(entry)).setMeta(originMeta, entry.origin)
    state = state.apply(transform)
    return { entry, transform }
  })
  return { document, state, entries }
}

/**
 * Sends what a closed page could not. Returns its text if the server does not accept it; null if nothing of
 * it is left.
 */
async function sendUnsent(
  { store, token, session, send }: RecoverOptions,
  stored: StoredClient,
): Promise<string | null> {
  const reopened = await reopen(store, stored)
  if (reopened.entries.length > 0) {
    let { state } = reopened
    const host = {
      state: () => state,
      dispatch: (transaction: Transaction) => {
        state = state.apply(transaction)
      },
    }
    const sync = new Sync({
      host,
      store,
      token,
      session,
      client: stored.client,
      confirmed: reopened.document,
      send,
    })
    sync.resume(reopened.entries)
    const isSent = await sync.finish()
    sync.stop()
    if (!isSent)
      return reopened.entries.some(({ transform }) => transform !== null) ? textOf(reopened.state.doc) : null
  }
  await store.remove(stored.client)
  return null
}

/**
 * Sends what pages of this link left on this device when they were closed or crashed. Returns the texts that
 * the server does not accept.
 */
export async function recover(options: RecoverOptions): Promise<string[]> {
  const unsent: string[] = []
  for (const stored of await options.store.clients(options.token)) {
    await navigator.locks.request(lockName(stored.client), { ifAvailable: true }, async (lock) => {
      // Another tab with this page is still open.
      if (lock === null) return
      const text = await sendUnsent(options, stored)
      if (text !== null) unsent.push(text)
    })
  }
  return unsent
}

/** The texts that pages of this link left on this device, for a link that no longer opens. */
export async function storedTexts(store: LocalStore, token: string): Promise<string[]> {
  const texts: string[] = []
  for (const stored of await store.clients(token)) {
    const { state, entries } = await reopen(store, stored)
    if (entries.some(({ transform }) => transform !== null)) texts.push(textOf(state.doc))
  }
  return texts
}
