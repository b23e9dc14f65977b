import { expect, test } from 'vitest'
import { fuzzTarget, targetNames } from './security/fuzz/fuzz.ts'
import { mutate, wordsWith } from './security/fuzz/mutate.ts'
import { createRandom, seedOf } from './security/fuzz/random.ts'

test.each(targetNames)(
  '%s neither crashes nor hangs on three hundred random inputs and long texts of one kind of character',
  async (name) => {
    const { inputs, blocks, failures, hung } = await fuzzTarget(name, 300, 'every run', 20)
    expect({ failures, hung }).toEqual({ failures: [], hung: null })
    expect([inputs, blocks > 0]).toEqual([300, true])
  },
)

test('the same seed gives the same inputs, another gives others, and none exceeds the length limit', () => {
  const seeds = ['An essay.', '{"a":[1,2]}'].map((text) => Buffer.from(text))
  const made = (seed: string) => {
    const random = createRandom(seedOf(seed))
    return Array.from({ length: 200 }, () =>
      mutate(random.pick(seeds), random, seeds, wordsWith(['word']), 40).toString('hex'),
    )
  }
  expect(made('one')).toEqual(made('one'))
  expect(made('one')).not.toEqual(made('two'))
  expect(new Set(made('one')).size).toBeGreaterThan(150)
  expect(made('one').every((input) => input.length <= 80)).toBe(true)
})
