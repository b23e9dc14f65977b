import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Problem } from '@penmark/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { createFaults } from '../../../../testing/faults/faults.ts'
import {
  createDetectorPool,
  type DetectOptions,
  type DetectorPool,
  type Lane,
  type PoolOptions,
} from './detector-pool.ts'

/**
 * A thread that does what its texts say: `endless` never ends, `deadly` ends the thread, `held` waits until
 * the test continues it, and every other text is scored at once.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
parentPort.on('message', ({ id, requests }) => {
  const outcomes = requests.map(({ text }) => {
    while (text.startsWith('endless'));
    if (text.startsWith('deadly')) process.exit(1)
    if (text.startsWith('held')) Atomics.wait(workerData, 0, 0)
    return { answer: { kind: 'count', words: text.length } }
  })
  parentPort.postMessage({ kind: 'done', id, outcomes })
  Atomics.store(workerData, 1, 1)
  Atomics.notify(workerData, 1)
})
parentPort.postMessage({ kind: 'ready', name: 'obedient', systemThread: 7 })`

const long = (text: string) => text.padEnd(30_000, '.')
const faults = createFaults()

/** The first number releases held texts; the second is set when an answer was posted. */
let gate: Int32Array
let pool: DetectorPool
let started: number
let lanes: Lane[]
/** Texts in the order in which they were scored, without their padding. */
let judged: string[]

async function open(options: Partial<PoolOptions> = {}): Promise<void> {
  gate = new Int32Array(new SharedArrayBuffer(8))
  started = 0
  lanes = []
  judged = []
  const startThread = (lane: Lane) => {
    started++
    lanes.push(lane)
    return new Worker(program, { eval: true, workerData: gate })
  }
  pool = createDetectorPool({ startThread, size: 2, limitMs: () => 60_000, usedMs: () => null, ...options })
  await pool.open()
}

function letGo(): void {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
}

async function detect(text: string, options: Partial<DetectOptions> = {}): Promise<number> {
  const answer = await pool.ask(
    { kind: 'count', text },
    { signal: new AbortController().signal, owner: 'ana', ...options },
  )
  judged.push(text.replace(/\.+$/, ''))
  return answer.kind === 'count' ? answer.words : Number.NaN
}

afterEach(async () => {
  faults.clear()
  await pool.close()
})

describe('a pool of detector threads', () => {
  test('keeps a result computed in time even if this process was too busy to receive it', async () => {
    await open({ limitMs: () => 200 })
    const result = detect('held')
    await setImmediate()
    letGo()
    Atomics.wait(gate, 1, 0)
    // Nothing else can happen in this process until the limit is over.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    await expect(result).resolves.toBe(4)
    expect(started).toBe(1)
  })

  test('fails only the text that takes too long, with a reason, and scores the rest of its batch', async () => {
    await open({ limitMs: () => 1_000 })
    const innocent = ['one', 'two', 'three'].map((text) => detect(text))
    const endlessText = detect('endless')
    await expect(endlessText).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('took too long to check'),
    })
    await expect(endlessText).rejects.toBeInstanceOf(Problem)
    expect(await Promise.all(innocent)).toEqual([3, 3, 5])
    expect(await detect('afterwards')).toBe(10)
  })

  test('counts the time from when a text is started, not from when it was sent', async () => {
    await open({ size: 1, limitMs: () => 1_000 })
    const offenders = [detect(long('endless 1')), detect(long('endless 2')), detect(long('endless 3'))]
    const waiting = detect(long('patient'))
    expect((await Promise.allSettled(offenders)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ])
    expect(await waiting).toBe(30_000)
  })

  test('does not count time in which a thread waited for the processor', async () => {
    let asked = 0
    const usedMs = () => {
      asked++
      // Asked at the start, and each of the two times that the limit is over.
      if (asked === 3) letGo()
      return 0
    }
    await open({ limitMs: () => 100, usedMs })
    expect(await detect('held')).toBe(4)
    expect(started).toBe(1)
  })

  test('ends a text that takes too long once its thread used most of that time', async () => {
    let usedMs = 0
    await open({ limitMs: () => 100, usedMs: () => (usedMs += 60) })
    await expect(detect('endless')).rejects.toBeInstanceOf(Problem)
  })

  test('ends a text that never ends even if its thread always waits for most of the time', async () => {
    let usedMs = 0
    await open({ limitMs: () => 100, usedMs: () => (usedMs += 20) })
    await expect(detect('endless')).rejects.toBeInstanceOf(Problem)
  })

  test('gives long texts to a low-priority thread, never to the first', async () => {
    await open()
    const long1 = detect(long('held 1'))
    const long2 = detect(long('held 2'))
    await detect('short')
    letGo()
    await Promise.all([long1, long2])
    expect(lanes).toEqual(['short', 'long'])
  })

  test('lets a short text wait for the first thread, but not for long', async () => {
    await open()
    await detect(long('before'))
    const held = detect('held')
    await setImmediate()
    const short = detect('short', { owner: 'bo' })
    await setImmediate()
    await Promise.all([short, detect(long('after'))])
    expect(judged).toEqual(['before', 'after', 'short'])
    letGo()
    await held
  })

  test('takes from the owner with the most texts when the first thread has much to do', async () => {
    await open()
    await detect(long('before'))
    const page = (text: string) => text.padEnd(2_000, '.')
    const held = detect(page('held'))
    await setImmediate()
    const mine = [1, 2, 3, 4].map((number) => detect(page(`mine ${number}`)))
    const other = detect(page('other'), { owner: 'bo' })
    await Promise.all(mine.slice(0, 3))
    expect(judged.slice(0, 4)).toEqual(['before', 'mine 1', 'mine 2', 'mine 3'])
    letGo()
    await Promise.all([held, ...mine, other])
  })

  test('keeps the first thread free for people with a single text while somebody sends many', async () => {
    await open()
    await detect(long('before'))
    await detect('visit', { owner: 'bo' })
    const [first, ...others] = ['first', 'held 1', 'held 2'].map((text) => detect(text.padEnd(2_000, '.')))
    await first
    await detect('other', { owner: 'cy' })
    expect(judged).toEqual(['before', 'visit', 'first', 'other'])
    letGo()
    await Promise.all(others)
  })

  test('scores the second text of somebody else in turn while the first thread is kept free', async () => {
    await open()
    await detect(long('before'))
    await detect('visit', { owner: 'bo' })
    await detect('first')
    const mine = ['held', 'mine 1', 'mine 2'].map((text) => detect(text.padEnd(2_000, '.')))
    await setImmediate()
    const second = detect('second'.padEnd(2_000, '.'), { owner: 'bo' })
    await detect('single', { owner: 'cy' })
    letGo()
    await Promise.all([...mine, second])
    expect(judged.indexOf('second')).toBeLessThan(judged.indexOf('mine 2'))
  })

  test('gives the first thread to somebody who sends many while nobody else comes, or the other threads are on long texts', async () => {
    await open()
    await detect(long('before'))
    const held = detect(long('held'), { owner: 'cy' })
    const alone = [1, 2, 3].map((number) => detect(`alone ${number}`))
    await Promise.all(alone)
    await detect('visit', { owner: 'bo' })
    await Promise.all([1, 2, 3].map((number) => detect(`besides ${number}`)))
    expect(judged).not.toContain('held')
    letGo()
    await held
  })

  test('gives long texts to the first thread if no other can be started', async () => {
    const startThread = (lane: Lane) => {
      if (lane === 'long') throw new Error('There is no room for another thread.')
      return new Worker(program, { eval: true, workerData: gate })
    }
    await open({ startThread })
    expect(await detect(long('alone'))).toBe(30_000)
  })

  test('keeps a thread free for short texts however many long ones come first', async () => {
    await open()
    const longs = [1, 2, 3, 4, 5, 6].map((number) => detect(long(`held ${number}`)))
    await detect('short')
    expect(judged).toEqual(['short'])
    letGo()
    await Promise.all(longs)
    expect(judged).toEqual(['short', 'held 1', 'held 2', 'held 3', 'held 4', 'held 5', 'held 6'])
  })

  test('lets short texts overtake long ones on a single thread, but not forever', async () => {
    await open({ size: 1 })
    const first = detect(long('held'))
    await setImmediate()
    const longs = [detect(long('long'))]
    const shorts = Array.from({ length: 200 }, (_, nth) => detect(`short ${nth}`))
    letGo()
    await Promise.all([first, ...longs, ...shorts])
    expect(judged[1]).toMatch(/^short/)
    expect(judged.indexOf('long')).toBeLessThan(judged.length - 1)
  })

  test("scores another teacher's long text before all those that one teacher sent first", async () => {
    await open({ size: 1 })
    const first = detect(long('held'))
    await setImmediate()
    const mine = [1, 2, 3, 4].map((number) => detect(long(`mine ${number}`)))
    const other = detect(long('another'), { owner: 'bo' })
    letGo()
    await Promise.all([first, ...mine, other])
    expect(judged.indexOf('another')).toBeLessThan(judged.indexOf('mine 2'))
  })

  test('answers a page without waiting for the pages that were sent with it', async () => {
    await open({ size: 1 })
    const page = (text: string) => text.padEnd(2_000, '.')
    const [first, second] = [detect(page('first')), detect(page('held'), { owner: 'bo' })]
    expect(await first).toBe(2_000)
    letGo()
    await second
  })

  test('scores the rest of a batch if one of its texts crashes the thread', async () => {
    await open()
    const results = await Promise.allSettled([detect('before'), detect('deadly'), detect('behind')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('restarts a thread after a crash and a failed start, and never exceeds its size', async () => {
    await open({ size: 1 })
    const fault = faults.failThread('', { times: 2 })
    await expect(detect('deadly')).rejects.toThrow('The detector ended.')
    expect(await Promise.all([detect('a'), detect('bb')])).toEqual([1, 2])
    expect(fault.happened).toBe(2)
    expect(started).toBe(4)
  })

  test.each(['dies', 'refused'] as const)(
    'asks waiting callers to retry if no thread starts (%s), and recovers',
    async (how) => {
      await open({ size: 1 })
      const fault = faults.failThread('', { times: 3, how })
      await expect(detect('deadly')).rejects.toThrow()
      await expect(detect('waiting')).rejects.toThrow(how === 'dies' ? 'The detector ended.' : 'refused')
      expect(fault.happened).toBe(3)
      expect(await detect('later')).toBe(5)
    },
  )

  test('refuses only callers that asked not to wait while too many wait', async () => {
    await open({ size: 1, maxWaiting: 2 })
    const held = detect(long('held'))
    const waiting = [detect('one'), detect('two')]
    await expect(detect('visitor', { refusesToWait: true })).rejects.toMatchObject({
      code: 'busy',
      retryAfterSeconds: 10,
    })
    const document = detect('document')
    letGo()
    await Promise.all([held, ...waiting, document])
    expect(await detect('visitor', { refusesToWait: true })).toBe(7)
  })

  test('does not score a text that was deleted while it waited', async () => {
    await open({ size: 1 })
    const held = detect(long('held'))
    const stop = new AbortController()
    const deleted = detect('endless', { signal: stop.signal })
    stop.abort(new Error('deleted'))
    await expect(deleted).rejects.toThrow('deleted')
    letGo()
    await held
    expect(await detect('next')).toBe(4)
  })
})
