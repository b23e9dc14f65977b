import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { allTokens, StoredReadings } from './stored-readings.ts'

const folder = mkdtempSync(join(tmpdir(), 'penmark-readings-'))
const net = fileURLToPath(new URL('../../../detector/fixtures/tiny-encoder.onnx', import.meta.url))
const words = ['the', 'river', 'rose', 'in', 'night', 'and']
const stored = (): StoredReadings => new StoredReadings(join(folder, 'readings', 'net'), net, words)
const sizes = (): number[] =>
  ['keys', 'logits'].map((part) => statSync(join(folder, 'readings', `net.${part}`)).size)

const tokens = allTokens('The river rose in the night and took the old bridge with it.')
const others = allTokens('Nobody in the village slept.')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('computes the reading of a text once, also across runs', async () => {
  const reading = await stored().read(tokens)
  expect(reading.length).toBe(tokens.length)
  const before = sizes()
  expect(await stored().read(tokens)).toEqual(reading)
  expect(sizes()).toEqual(before)
})

test('reads a text again whose reading was cut off when a run ended', async () => {
  const readings = stored()
  const first = await readings.read(tokens)
  const second = await readings.read(others)
  truncateSync(join(folder, 'readings', 'net.logits'), tokens.length + 1)
  const again = stored()
  expect(await again.read(tokens)).toEqual(first)
  expect(await again.read(others)).toEqual(second)
  expect(sizes()[1]).toBe(tokens.length + others.length)
})

test('reads many texts on threads exactly as one by one', async () => {
  const texts = Array.from(
    { length: 130 },
    (_, i) =>
      `The river ${'abcdefghijklm'.charAt(i % 13)} rose, and ${'nobody slept '.repeat(i % 11)}at all.`,
  )
  await stored().readMissing(texts, allTokens, 'test')
  const before = sizes()
  const readings = stored()
  for (const text of texts.slice(0, 20))
    expect((await readings.read(allTokens(text))).length).toBe(allTokens(text).length)
  expect(sizes()).toEqual(before)
})
