import { Problem, type WritingBatchInput, type WritingBatchReply } from '@penmark/contract'
import { emptyDocument, type RecordEntry, textOf } from '@penmark/writing'
import { collab } from 'prosemirror-collab'
import type { Node } from 'prosemirror-model'
import { EditorState, type Transaction } from 'prosemirror-state'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubIndexedDb } from '../../../../testing/browser.ts'
import { LocalStore, openLocalStore } from './local-store.ts'
import { readStep, stepsOf } from './queue.ts'
import { recover } from './recover.ts'
import { Sync } from './sync.ts'

/** The server's part: it stores a batch whose version is its own, and hands out what is missing otherwise. */
function fakeServer() {
  const entries: RecordEntry[] = []
  let document: Node = emptyDocument()
  const has = ({ client, n }: RecordEntry) =>
    entries.some((entry) => entry.client === client && entry.n === n)
  let failure: Problem | null = null
  let losesAnswer = false
  return {
    entries,
    text: () => textOf(document),
    fail: (problem: Problem | null) => {
      failure = problem
    },
    loseNextAnswer: () => {
      losesAnswer = true
    },
    version: () => stepsOf(entries).length,
    document: () => document,
    send: vi.fn<(batch: WritingBatchInput) => Promise<WritingBatchReply>>(async (batch) => {
      if (failure !== null) throw failure
      const steps = stepsOf(entries)
      const reply = {
        stored: batch.version === steps.length,
        version: steps.length,
        hash: null,
        missing: steps.slice(batch.version),
      }
      if (reply.stored) {
        for (const entry of batch.entries as RecordEntry[]) {
          if (has(entry)) continue
          entries.push(entry)
          if (entry.kind === 'step') document = readStep(entry).apply(document).doc ?? document
        }
      }
      if (losesAnswer) {
        losesAnswer = false
        throw new Problem('busy', 'Lost.')
      }
      return { ...reply, version: stepsOf(entries).length }
    }),
  }
}

type Server = ReturnType<typeof fakeServer>

let store: LocalStore
/** Names of the pages that are open. */
const lockedNames = new Set<string>()
const request = async (name: string, _: object, run: (lock: object | null) => unknown) =>
  run(lockedNames.has(name) ? null : {})
beforeEach(async () => {
  lockedNames.clear()
  stubIndexedDb()
  vi.stubGlobal('navigator', { locks: { request } })
  store = await openLocalStore()
})

/** A page with the text as the server has it. */
async function openPage(server: Server, client: string) {
  let state = EditorState.create({
    doc: server.document(),
    plugins: [collab({ version: server.version(), clientID: client })],
  })
  const host = {
    state: () => state,
    dispatch: (transaction: Transaction) => {
      state = state.apply(transaction)
      sync.record(transaction)
    },
  }
  const sync = new Sync({
    host,
    store,
    token: 'link',
    session: 'session',
    client,
    confirmed: server.document(),
    send: server.send,
  })
  await sync.begin()
  lockedNames.add(`penmark-writing-${client}`)
  return {
    sync,
    text: () => textOf(state.doc),
    type: (text: string, at = state.doc.content.size - 1) => host.dispatch(state.tr.insertText(text, at)),
    /** The page is gone without a word; what it kept stays. */
    crash: async () => {
      await expect.poll(async () => stepsOf(await store.entries(client))).not.toHaveLength(0)
      sync.stop()
      lockedNames.delete(`penmark-writing-${client}`)
    },
  }
}

const unreachable = new Problem('busy', 'Away.')

test('sends what was typed and shows it as saved once the server has it', async () => {
  const server = fakeServer()
  const page = await openPage(server, 'client-a')
  page.type('Harbours')
  expect(page.sync.state.kind).toBe('saving')
  expect(await page.sync.finish()).toBe(true)
  expect([page.sync.state.kind, server.text()]).toEqual(['saved', 'Harbours'])
  expect(await store.entries('client-a')).toEqual([])
})

test('keeps typing while the server is away and sends it in order afterwards', async () => {
  const server = fakeServer()
  const page = await openPage(server, 'client-a')
  server.fail(unreachable)
  page.type('First ')
  await page.sync.sync()
  page.type('second')
  await page.sync.sync()
  expect(page.sync.state.kind).toBe('offline')
  server.fail(null)
  expect(await page.sync.finish()).toBe(true)
  expect(server.text()).toBe('First second')
})

test('notes once that the connection was lost, and once that it is back', async () => {
  const server = fakeServer()
  const page = await openPage(server, 'client-a')
  server.fail(unreachable)
  page.type('One ')
  await page.sync.sync()
  await page.sync.sync()
  page.type('two')
  await page.sync.sync()
  server.fail(null)
  expect(await page.sync.finish()).toBe(true)
  expect(server.entries.map(({ kind }) => kind)).toEqual(['step', 'offline', 'step', 'online'])
})

test('recognises its own steps when the answer that confirmed them was lost', async () => {
  const server = fakeServer()
  const page = await openPage(server, 'client-a')
  page.type('Once')
  server.loseNextAnswer()
  await page.sync.sync()
  page.type(' only')
  expect(await page.sync.finish()).toBe(true)
  expect([server.text(), page.text()]).toEqual(['Once only', 'Once only'])
  expect(server.entries.map(({ kind, n }) => `${n} ${kind}`)).toEqual([
    '1 step',
    '2 offline',
    '3 step',
    '4 online',
  ])
})

test('merges what two pages wrote at the same time, without losing an entry', async () => {
  const server = fakeServer()
  const [first, second] = [await openPage(server, 'client-a'), await openPage(server, 'client-b')]
  first.type('Left')
  second.type('right')
  second.sync.recordEvent('blur')
  await first.sync.finish()
  await second.sync.finish()
  await first.sync.sync()
  expect(first.text()).toBe(second.text())
  expect(server.text()).toBe(first.text())
  expect(first.text()).toMatch(/Left/)
  expect(first.text()).toMatch(/right/)
  expect(server.entries).toHaveLength(3)
})

test('sends what a crashed page had kept when the link is opened again', async () => {
  const server = fakeServer()
  const page = await openPage(server, 'client-a')
  page.type('Sent. ')
  await page.sync.finish()
  server.fail(unreachable)
  page.type('Not sent.')
  await page.crash()
  server.fail(null)
  const other = await openPage(server, 'client-b')
  other.type('Other device. ', 1)
  await other.sync.finish()
  expect(await recover({ store, token: 'link', session: 'session', send: server.send })).toEqual([])
  expect(server.text()).toBe('Other device. Sent. Not sent.')
  expect((await store.clients('link')).map(({ client }) => client)).toEqual(['client-b'])
})

test('recovers a crash after a lost answer without storing anything twice', async () => {
  const server = fakeServer()
  const page = await openPage(server, 'client-a')
  page.type('Once')
  server.loseNextAnswer()
  await page.sync.sync()
  await page.crash()
  expect(await recover({ store, token: 'link', session: 'session', send: server.send })).toEqual([])
  expect(server.text()).toBe('Once')
  expect(server.entries.map(({ kind, n }) => `${n} ${kind}`)).toEqual(['1 step', '2 offline'])
})

test('keeps the text on the device when the link was revoked', async () => {
  const server = fakeServer()
  const page = await openPage(server, 'client-a')
  page.type('Mine')
  server.fail(new Problem('not_found', 'Nothing here.'))
  expect(await page.sync.finish()).toBe(false)
  expect(page.sync.state.kind).toBe('revoked')
  await page.crash()
  expect(await recover({ store, token: 'link', session: 'session', send: server.send })).toEqual(['Mine'])
})

test("shows the server's reason for refusing the text", async () => {
  const server = fakeServer()
  const page = await openPage(server, 'client-a')
  page.type('Too much')
  server.fail(new Problem('too_large', 'The text is too long.'))
  await page.sync.sync()
  expect(page.sync.state).toEqual({ kind: 'refused', detail: 'The text is too long.' })
  page.sync.stop()
})

test('saves without a store where the browser forbids one', async () => {
  store = new LocalStore(null)
  const server = fakeServer()
  const page = await openPage(server, 'client-a')
  page.type('Harbours')
  expect(await page.sync.finish()).toBe(true)
  expect(server.text()).toBe('Harbours')
})
