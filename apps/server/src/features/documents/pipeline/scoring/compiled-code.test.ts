import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { writeTinyModel } from '../../../../testing/setup/tiny-model.ts'
import { createScorer, type Scorer } from './scorer.ts'

/** Takes the encoder seconds. */
const longText =
  'The river rose in the night and took the old bridge with it, and nobody in the village slept. '.repeat(
    8_000,
  )
const network = readFileSync(
  new URL('../../../../../../../packages/detector/fixtures/tiny-encoder.onnx', import.meta.url),
)
const folder = mkdtempSync(path.join(tmpdir(), 'penmark-encoder-'))
const model = path.join(folder, 'with-encoder.penmark')
writeTinyModel(model, { words: ['the', 'river', 'rose', 'in', 'night', 'and'], network, weight: 1 })
afterAll(() => rmSync(folder, { recursive: true }))
const options = { signal: new AbortController().signal, owner: 'ana' }

let scorer: Scorer
afterEach(() => scorer.close())

test('a text that takes too long is given up inside the encoder, and the process scores the next one', async () => {
  scorer = await createScorer(model, { limitMs: (characters) => (characters > 50_000 ? 300 : 60_000) })
  await expect(scorer.detect(longText, options)).rejects.toThrow('took too long')
  const { detection } = await scorer.detect(longText.slice(0, 2_000), options)
  expect(detection.score).not.toBeNull()
})

test('a scorer can be closed while the encoder runs, without ending the process', async () => {
  scorer = await createScorer(model)
  const running = expect(scorer.detect(longText, options)).rejects.toThrow('The detector ended.')
  // Once a short text that was asked for later has its answer, the long one is with the encoder.
  await scorer.detect(longText.slice(0, 2_000), options)
  await scorer.close()
  await running
})
