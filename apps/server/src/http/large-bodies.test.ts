import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLargeBodyTurns, type WaitForTurn } from './large-bodies.ts'

interface Call {
  isBegun: boolean
  begun: Promise<void>
  /** `finish` when answered, `close` when the client hung up. */
  end(how?: 'finish' | 'close'): void
}

/** A call of this owner with a body of a megabyte. */
function send(turns: WaitForTurn, owner: string, headers: Record<string, string> = { 'content-length': '1000000' }): Call {
  const response = new EventEmitter()
  const begun = turns(owner, { headers }, response as never).then(() => {
    call.isBegun = true
  })
  const call: Call = { isBegun: false, begun, end: (how = 'finish') => response.emit(how) }
  return call
}

test('receives large bodies of one teacher one at a time, and those of others meanwhile', async () => {
  const turns = createLargeBodyTurns()
  const [first, second, third] = [send(turns, 'ana'), send(turns, 'ana'), send(turns, 'ana', { 'transfer-encoding': 'chunked' })]
  await send(turns, 'bo').begun
  await first.begun
  await setImmediate()
  expect([second.isBegun, third.isBegun]).toEqual([false, false])
  first.end()
  await second.begun
  await setImmediate()
  expect(third.isBegun).toBe(false)
  second.end('close')
  await third.begun
})

test("lets a teacher's small calls overtake a large one", async () => {
  const turns = createLargeBodyTurns()
  await send(turns, 'ana').begun
  await send(turns, 'ana', { 'content-length': '5000' }).begun
  await send(turns, 'ana', {}).begun
})

test('skips a call whose client disconnected while waiting', async () => {
  const turns = createLargeBodyTurns()
  const [first, second, third] = [send(turns, 'ana'), send(turns, 'ana'), send(turns, 'ana')]
  second.end('close')
  first.end()
  await third.begun
})

test('lets nobody wait long behind their own slow upload', async () => {
  const turns = createLargeBodyTurns({ patienceMs: 1 })
  await send(turns, 'ana').begun
  await send(turns, 'ana').begun
})
