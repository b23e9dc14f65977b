import { readdirSync } from 'node:fs'
import os from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tinyModel } from '../testing/database.ts'
import { createScorer, type Scorer } from './score.ts'

const essay = 'The river rose in the night and took the old bridge with it. '.repeat(40)

describe('a scorer', () => {
  let scorer: Scorer
  const unhandled: unknown[] = []
  const keep = (reason: unknown) => unhandled.push(reason)
  beforeEach(async () => {
    scorer = await createScorer(tinyModel())
    unhandled.length = 0
    process.on('unhandledRejection', keep)
  })
  afterEach(async () => {
    await scorer.close()
    process.off('unhandledRejection', keep)
  })

  it('scores texts requested together, each by itself', async () => {
    const never = { signal: new AbortController().signal, owner: 'ana' }
    const [one, other, again] = await Promise.all([
      scorer.detect(essay, never),
      scorer.detect('Too short.', never),
      scorer.detect(essay, never),
    ])
    expect(one).toEqual(again)
    expect(other).not.toEqual(one)
  })

  it.each([
    ['before it was asked for', (stop: AbortController) => stop.abort(new Error('deleted'))],
    ['right after', (stop: AbortController) => queueMicrotask(() => stop.abort(new Error('deleted')))],
  ])('stops scoring a text that its teacher deleted %s, and logs nothing about it', async (_, end) => {
    const stop = new AbortController()
    end(stop)
    await expect(scorer.detect(essay, { signal: stop.signal, owner: 'ana' })).rejects.toThrow('deleted')
    await scorer.close()
    await setImmediate()
    expect(unhandled).toEqual([])
  })

  it.skipIf(process.platform !== 'linux' || os.availableParallelism() < 2)('scores long texts on a low-priority thread', async () => {
    const low = () =>
      readdirSync('/proc/self/task').filter((thread) => os.getPriority(Number(thread)) === Math.min(19, os.getPriority() + 10)).length
    const before = low()
    await scorer.detect(essay, { signal: new AbortController().signal, owner: 'ana' })
    expect(low()).toBe(before)
    await scorer.detect(essay.repeat(20), { signal: new AbortController().signal, owner: 'ana' })
    expect(low()).toBe(before + 1)
  })

  it('rejects what is in progress when its thread ends', async () => {
    const under = expect(scorer.detect(essay.repeat(400), { signal: new AbortController().signal, owner: 'ana' })).rejects.toThrow(
      'The detector ended.',
    )
    await scorer.close()
    await under
  })
})
