import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { createCallLimiter, type WaitForTurn } from './call-limiter.ts'

interface Call {
  isBegun: boolean
  begun: Promise<void>
  /** `finish` when answered, `close` when the client hung up. */
  end(how?: 'finish' | 'close'): void
}

/** A call of this owner, by default with a body of 24 megabytes. */
function send(
  waitForTurn: WaitForTurn,
  owner: string,
  headers: Record<string, string> = { 'content-length': '24000000' },
  method = 'POST',
): Call {
  const response = new EventEmitter()
  const begun = waitForTurn({ key: owner }, { method, headers }, response as never).then(() => {
    call.isBegun = true
  })
  // Those that still wait when a test ends are refused later.
  begun.catch(() => undefined)
  const call: Call = { isBegun: false, begun, end: (how = 'finish') => response.emit(how) }
  return call
}

test('receives large bodies of one teacher one at a time, and those of others meanwhile', async () => {
  const limiter = createCallLimiter()
  const [first, second, third] = [
    send(limiter, 'ana'),
    send(limiter, 'ana'),
    send(limiter, 'ana', { 'transfer-encoding': 'chunked' }),
  ]
  await send(limiter, 'bo').begun
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
  const limiter = createCallLimiter()
  await send(limiter, 'ana').begun
  await send(limiter, 'ana', { 'content-length': '5000' }).begun
  await expect(send(limiter, 'ana', {}).begun).resolves.toBeUndefined()
})

test('skips a call whose client disconnected while waiting', async () => {
  const limiter = createCallLimiter()
  const [first, second, third] = [send(limiter, 'ana'), send(limiter, 'ana'), send(limiter, 'ana')]
  second.end('close')
  await expect(second.begun).rejects.toMatchObject({ code: 'busy' })
  first.end()
  await third.begun
})

test('does not make a teacher wait long behind their own slow upload', async () => {
  const limiter = createCallLimiter({ maxWaitMs: 1 })
  await send(limiter, 'ana').begun
  await expect(send(limiter, 'ana').begun).resolves.toBeUndefined()
})

describe('when large bodies have kept the process busy for more than a quarter of a second', () => {
  async function overdraw(workMs: number) {
    let worked = 0
    const limiter = createCallLimiter({ workedMs: () => worked })
    const first = send(limiter, 'ana')
    await first.begun
    worked += workMs
    first.end()
    await setImmediate()
    return limiter
  }

  test("lets the process do other work before the same teacher's next one", async () => {
    const limiter = await overdraw(260)
    await send(limiter, 'bo').begun
    const next = send(limiter, 'ana')
    await setImmediate()
    expect(next.isBegun).toBe(false)
    await next.begun
  })

  test('holds nothing back while nobody else is there', async () => {
    const limiter = await overdraw(60_000)
    await expect(send(limiter, 'ana').begun).resolves.toBeUndefined()
  })

  test('does not make others wait', async () => {
    const limiter = await overdraw(60_000)
    await expect(send(limiter, 'bo').begun).resolves.toBeUndefined()
  })

  test("does not hold up the same teacher's small calls", async () => {
    const limiter = await overdraw(60_000)
    await expect(send(limiter, 'ana', { 'content-length': '5000' }).begun).resolves.toBeUndefined()
  })
})

test("does not charge a teacher for others' calls that the process answers meanwhile", async () => {
  let worked = 0
  const limiter = createCallLimiter({ workedMs: () => worked })
  for (let nth = 0; nth < 5; nth += 1) {
    const call = send(limiter, 'ana', { 'content-length': '1000000' })
    await setImmediate()
    expect(call.isBegun).toBe(true)
    worked += 60_000
    call.end()
    await setImmediate()
  }
})

test('charges a teacher nothing while the process waits for a slow network', async () => {
  let now = 0
  const limiter = createCallLimiter({ workedMs: () => 0, nowMs: () => now })
  const first = send(limiter, 'ana')
  await first.begun
  now += 60_000
  first.end()
  await expect(send(limiter, 'ana').begun).resolves.toBeUndefined()
})

test('charges a body of unknown size no more than the largest that is taken', async () => {
  let [worked, now] = [0, 0]
  const limiter = createCallLimiter({ workedMs: () => worked, nowMs: () => now })
  const first = send(limiter, 'ana', { 'transfer-encoding': 'chunked' })
  await first.begun
  worked += 3_600_000
  first.end()
  // Half a second of work, at a twentieth of the time.
  now += 10_000
  await send(limiter, 'bo').begun
  await expect(send(limiter, 'ana').begun).resolves.toBeUndefined()
})

test('holds nobody back who looks through a dozen reports', async () => {
  let worked = 0
  const limiter = createCallLimiter({ workedMs: () => worked, nowMs: () => 0 })
  await send(limiter, 'bo', {}).begun
  for (let nth = 0; nth < 12 * 15; nth += 1) {
    const call = send(limiter, 'ana', {}, 'GET')
    await setImmediate()
    expect(call.isBegun).toBe(true)
    worked += 4
    call.end()
  }
})

test('holds back pages later than uploads, which make more work', async () => {
  const begunOf = async (method: string) => {
    let worked = 0
    const limiter = createCallLimiter({ workedMs: () => worked, nowMs: () => 0, maxWaitMs: 3_600_000 })
    await send(limiter, 'bo', {}).begun
    let begun = 0
    for (; begun < 1_000; begun += 1) {
      const call = send(limiter, 'ana', {}, method)
      await setImmediate()
      if (!call.isBegun) break
      worked += 1_000
      call.end()
    }
    return begun
  }
  expect(await begunOf('GET')).toBeGreaterThan(2 * (await begunOf('POST')))
})

describe('many small calls of one owner at once', () => {
  const small = { 'content-length': '1600' }

  test('are served a few at a time, and those of others meanwhile', async () => {
    const limiter = createCallLimiter()
    const calls = Array.from({ length: 48 }, () => send(limiter, 'ana', small))
    await send(limiter, 'bo', small).begun
    await setImmediate()
    expect(calls.filter(({ isBegun }) => isBegun)).toHaveLength(2)
    for (const call of calls) {
      await call.begun
      call.end()
    }
  })

  test('let those that only read overtake those that store something', async () => {
    const limiter = createCallLimiter()
    const uploads = Array.from({ length: 3 }, () => send(limiter, 'ana', small))
    const pages = Array.from({ length: 9 }, () => send(limiter, 'ana', {}, 'GET'))
    await setImmediate()
    expect(uploads.map(({ isBegun }) => isBegun)).toEqual([true, true, false])
    expect(pages.filter(({ isBegun }) => isBegun)).toHaveLength(6)
  })

  test('get no allowance when more are sent at once than a page sends', async () => {
    const begunOf = async (atOnce: number) => {
      const limiter = createCallLimiter({ workedMs: () => 0, nowMs: () => 0 })
      await send(limiter, 'bo', {}).begun
      const calls = Array.from({ length: atOnce }, () => send(limiter, 'ana', small))
      for (let nth = 0; nth < atOnce; nth += 1) {
        await setImmediate()
        if (calls[nth]?.isBegun) calls[nth]?.end()
      }
      return calls.filter(({ isBegun }) => isBegun).length
    }
    expect(await begunOf(12)).toBe(12)
    expect(await begunOf(40)).toBe(2)
  })

  test('are refused with a time to wait when too many wait already', async () => {
    const limiter = createCallLimiter()
    const calls = Array.from({ length: 1_000 }, () => send(limiter, 'ana', small))
    const outcomes = await Promise.all(
      calls.slice(48).map(({ begun }) => begun.catch((error: unknown) => error)),
    )
    expect(outcomes).toHaveLength(952)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 'busy', retryAfterSeconds: 5 })
  })

  test('that waited in vain are refused, and not left without an answer', async () => {
    let worked = 0
    const busy = createCallLimiter({ maxWaitMs: 20, workedMs: () => worked })
    for (let nth = 0; nth < 120; nth += 1) {
      const call = send(busy, 'ana', small)
      await call.begun
      worked += 100
      call.end()
    }
    await send(busy, 'bo', small).begun
    await expect(send(busy, 'ana', small).begun).rejects.toMatchObject({ code: 'busy' })
  })
})

test('the server refuses a teacher’s calls when too many wait, and answers everybody else', async ({
  onTestFinished,
}) => {
  const testApp = await startTestApp({ limitsCalls: true, works: false })
  onTestFinished(() => testApp.close())
  const [ana, bo] = [await testApp.teacher('ana'), await testApp.teacher('bo')]
  const calls = Array.from({ length: 100 }, () => ana.call('GET', '/documents'))
  expect((await bo.call('GET', '/documents')).status).toBe(200)
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200, 503]))
})
