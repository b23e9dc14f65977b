import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Detection, Label } from './detection.ts'
import { createDetector } from './detector.ts'
import { readModel } from './model/format.ts'
import { read } from './text/reading.ts'

const detector = createDetector(
  readModel(readFileSync(new URL('../../../models/standard.penmark', import.meta.url))),
)
const texts = JSON.parse(readFileSync(new URL('../golden/texts.json', import.meta.url), 'utf8')) as {
  name: string
  text: string
}[]

/**
 * Fields that a change of the code or the model must not alter unnoticed. Renew with
 * `npx vitest run --root packages/detector -u`.
 */
function frozen(text: string, { results, evidence, ...detection }: Detection): unknown {
  const { paragraphs, proseWords } = read(text)
  return {
    ...detection,
    prose_words: proseWords,
    log_odds: evidence?.log_odds ?? null,
    results: results.map(({ probability, spans }, nth) => ({
      words: paragraphs[nth]?.words,
      probability,
      spans: spans.map((span) => `${span.probability}${span.marked ? ' marked' : ''}`),
    })),
  }
}

describe('golden texts', () => {
  test('score as they did when the model was released', async () => {
    const detections: unknown[] = []
    for (const { name, text } of texts)
      detections.push({ name, detection: frozen(text, await detector.detect(text)) })
    await expect(`${JSON.stringify(detections, null, 2)}\n`).toMatchFileSnapshot('../golden/detections.json')
  })

  test('are labelled AI-generated if plainly by a machine, never if by a person, and not at all if creative', async () => {
    const labels = new Map<string, Label>()
    for (const { name, text } of texts) labels.set(name, (await detector.score(text)).label)
    for (const name of ['school essay with slips of spelling', 'undergraduate reflects on a project']) {
      expect(labels.get(name)).toBe('human-written')
    }
    for (const name of [
      'learner of English writes about a journey',
      "personal statement about a grandmother's kitchen",
      'machine story with a lyrical tone',
    ]) {
      expect(labels.get(name)).toBe('insufficient-text')
    }
    expect(labels.get('plain machine essay on technology in education')).toBe('ai-generated')
    expect(labels.get('too short to judge')).toBe('insufficient-text')
  })
})
