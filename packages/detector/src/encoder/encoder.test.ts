import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { read } from '../text/reading.ts'
import { contextOdds, Encoder, type EncoderModel, runningSums } from './encoder.ts'

/** One layer with random weights, written by `packages/lab/encoder/export.py`. */
const model: EncoderModel = {
  words: ['the', 'river', 'rose', 'in', 'night', 'and'],
  network: readFileSync(new URL('../../fixtures/tiny-encoder.onnx', import.meta.url)),
  weight: 1.5,
}
const { tokens } = read(
  'The river rose in the night and took the old bridge with it. Nobody in the village slept. '.repeat(30),
)

describe('an encoder', () => {
  test('reads a long text in windows that agree with a reading of their own', async () => {
    const encoder = new Encoder(model)
    const whole = await encoder.read(tokens)
    expect(whole.length).toBe(tokens.length)
    const first = await encoder.read(tokens.slice(0, 256))
    expect([...whole.subarray(0, 224)]).toEqual([...first.subarray(0, 224)])
  })

  test('reads the same in WebAssembly as in compiled code', async () => {
    expect(await new Encoder(model, { runtime: 'wasm' }).read(tokens)).toEqual(
      await new Encoder(model).read(tokens),
    )
  })

  test('reads nothing in a text without tokens', async () => {
    expect(await new Encoder(model).read([])).toEqual(new Int8Array())
  })

  test('says that it cannot run if its network is damaged', async () => {
    const damaged = new Encoder({ ...model, network: model.network.slice(0, 1_000) })
    await expect(damaged.open()).rejects.toThrow("The detector's encoder cannot run here")
  })

  test('does not run once it is to stop', async () => {
    const stop = new Error('stopped')
    const encoder = new Encoder(model, {
      gate: {
        enter() {
          throw stop
        },
        leave: () => undefined,
      },
    })
    await expect(encoder.read(tokens)).rejects.toBe(stop)
  })
})

describe('what a reading adds to the log-odds', () => {
  const oddsOf = (logit: number): number =>
    contextOdds(runningSums(new Int8Array(100).fill(logit * 16)), 0, 100)

  test('is nothing at the middle, and grows faster the surer the reading is', () => {
    expect(oddsOf(0)).toBeCloseTo(0, 10)
    const steps = [1, 2, 3, 4].map((logit) => oddsOf(logit + 1) - oddsOf(logit))
    expect(steps.every((step, i) => i === 0 || step > (steps[i - 1] as number))).toBe(true)
    expect(oddsOf(-3)).toBeLessThan(oddsOf(-1))
  })

  test('is that of the tokens asked for alone', () => {
    const reading = Int8Array.from({ length: 20 }, (_, i) => (i < 10 ? -32 : 64))
    expect(contextOdds(runningSums(reading), 10, 20)).toBeCloseTo(oddsOf(4), 10)
    expect(contextOdds(runningSums(reading), 0, 10)).toBeCloseTo(oddsOf(-2), 10)
  })
})
