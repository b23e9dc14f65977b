import type { WritingBatchInput, WritingBatchReply } from '@penmark/contract'
import { textOf, writingSchema } from '@penmark/writing'
import { collab } from 'prosemirror-collab'
import { EditorState, type Transaction } from 'prosemirror-state'
import type { KeptClient, LocalStore } from './local-store.ts'
import { originMeta } from './origin.ts'
import { readStep } from './queue.ts'
import { Sync } from './sync.ts'

const lockOf = (client: string) => `penmark-writing-${client}`

/** Shows other pages on this device that this page takes care of its entries, until it calls what is returned or is gone. */
export function holdClient(client: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks.request(lockOf(client), () => released)
  return release
}

interface RecoverOptions {
  store: LocalStore
  token: string
  session: string
  send: (batch: WritingBatchInput) => Promise<WritingBatchReply>
}

/** The text of a closed page as it stood when it was closed, with its entries. */
async function reopen(store: LocalStore, kept: KeptClient) {
  const document = writingSchema.nodeFromJSON(kept.document)
  let state = EditorState.create({ doc: document, plugins: [collab({ version: kept.version, clientID: kept.client })] })
  const entries = (await store.entries(kept.client)).map((entry) => {
    if (entry.kind !== 'step') return { entry, transform: null }
    const transform: Transaction = state.tr.step(readStep(entry)).setMeta(originMeta, entry.origin)
    state = state.apply(transform)
    return { entry, transform }
  })
  return { document, state, entries }
}

/** Sends what a closed page could not. Returns its text if the server does not take it, and null once nothing of it is left. */
async function sendRest({ store, token, session, send }: RecoverOptions, kept: KeptClient): Promise<string | null> {
  const reopened = await reopen(store, kept)
  if (reopened.entries.length > 0) {
    let { state } = reopened
    const host = {
      state: () => state,
      dispatch: (transaction: Transaction) => {
        state = state.apply(transaction)
      },
    }
    const sync = new Sync({ host, store, token, session, client: kept.client, confirmed: reopened.document, send })
    sync.resume(reopened.entries)
    const isSent = await sync.finish()
    sync.stop()
    if (!isSent) return reopened.entries.some(({ transform }) => transform !== null) ? textOf(reopened.state.doc) : null
  }
  await store.remove(kept.client)
  return null
}

/** Sends what pages of this link left on this device when they were closed or crashed. Returns the texts that the server does not take. */
export async function recover(options: RecoverOptions): Promise<string[]> {
  const unsent: string[] = []
  for (const kept of await options.store.clients(options.token)) {
    await navigator.locks.request(lockOf(kept.client), { ifAvailable: true }, async (lock) => {
      // Another tab holds it and is still open.
      if (lock === null) return
      const text = await sendRest(options, kept)
      if (text !== null) unsent.push(text)
    })
  }
  return unsent
}

/** The texts that pages of this link left on this device, when the link itself no longer opens. */
export async function keptTexts(store: LocalStore, token: string): Promise<string[]> {
  const texts: string[] = []
  for (const kept of await store.clients(token)) {
    const { state, entries } = await reopen(store, kept)
    if (entries.some(({ transform }) => transform !== null)) texts.push(textOf(state.doc))
  }
  return texts
}
