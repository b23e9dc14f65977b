import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Detection } from './detection.ts'
import { createDetector } from './detector.ts'
import { readModel } from './model/format.ts'

const model = readModel(readFileSync(new URL('../../../models/standard.penmark', import.meta.url)))
const detector = createDetector(model)
/** Many times faster, for texts made by the hundred. */
const ofWords = createDetector(model, null)
const texts = JSON.parse(readFileSync(new URL('../golden/texts.json', import.meta.url), 'utf8')) as {
  name: string
  text: string
}[]
const named = texts.map(({ name, text }) => [name, text] as const)

const twins = new Map(Array.from('aceiopsxy').map((letter, i) => [letter, 'асеіорѕху'.charAt(i)]))

/** Changes that a reader cannot see, or would not count as another text. */
const disguises: Readonly<Record<string, (text: string) => string>> = {
  'white space': (text) =>
    text.replace(/ /g, (_, at: number) => (at % 3 === 0 ? '  ' : at % 7 === 0 ? '\u00a0' : ' ')),
  'curly quotes': (text) => text.replaceAll("'", '’').replace(/"([^"]*)"/g, '“$1”'),
  'straight quotes': (text) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"'),
  'en dashes': (text) => text.replaceAll('—', '–'),
  'em dashes': (text) => text.replaceAll('–', '—'),
  'zero-width characters': (text) => Array.from(text).join('\u200b'),
  'look-alike letters': (text) => Array.from(text, (letter) => twins.get(letter) ?? letter).join(''),
  'soft hyphens': (text) => text.replace(/\b(\p{L}{3})(\p{L}{3,})/gu, '$1\u00ad$2'),
}

const verdictOf = ({ score, label, finding, words, ai_share, calibration, evidence }: Detection) => ({
  score,
  label,
  finding,
  words,
  ai_share,
  p: calibration?.p_value ?? null,
  log_odds: evidence?.log_odds ?? null,
})

describe.each(named)('%s', async (_, text) => {
  const plain = await detector.detect(text)

  test.each(Object.keys(disguises))('gets the same result with %s', async (name) => {
    expect(verdictOf(await detector.detect(disguises[name]?.(text) ?? ''))).toEqual(verdictOf(plain))
  })

  // Sentence splitting depends on capital letters, so only results for the whole text can be the same.
  test.each([
    ['lower', (given: string) => given.toLowerCase()],
    ['upper', (given: string) => given.toUpperCase()],
    [
      'mixed',
      (given: string) =>
        Array.from(given, (letter, i) => (i % 3 === 0 ? letter.toUpperCase() : letter)).join(''),
    ],
  ] as const)('gets the same finding in %s case, and nearly the same score', async (_case, recase) => {
    const { score, finding, words } = await detector.detect(recase(text))
    expect({ finding, words }).toEqual({ finding: plain.finding, words: plain.words })
    // The encoder tells unknown words with a capital from others, such as names.
    expect(Math.abs((score ?? 0) - (plain.score ?? 0))).toBeLessThan(0.03)
  })

  test('gets the same result if its paragraphs are split', async () => {
    const split = plain.results
      .map(({ paragraph_text, kind, spans }) => {
        const middle = Math.floor(spans.length / 2)
        if (kind !== 'prose' || middle === 0) return paragraph_text
        const before = spans.slice(0, middle).map((span) => span.text)
        const after = spans.slice(middle).map((span) => span.text)
        return `${before.join('').trimEnd()}\n\n${after.join('')}`
      })
      .join('\n\n')
    expect(verdictOf(await detector.detect(split))).toEqual(verdictOf(plain))
  })

  test('has a finding exactly from a score of 0.5, and marked passages exactly with a finding', () => {
    const { score, finding, label, ai_share, results } = plain
    const isFound = finding === 'ai-likely' || finding === 'mixed'
    expect(isFound).toBe((score ?? 0) >= 0.5)
    expect(label === 'ai-generated').toBe(isFound)
    expect(finding === 'inconclusive').toBe(score !== null && score >= 0.3 && score < 0.5)
    const marked = results.flatMap(({ spans }) => spans).filter((span) => span.marked)
    expect(marked.length > 0).toBe(isFound)
    expect((ai_share ?? 0) > 0).toBe(isFound)
    expect(marked.every(({ level }) => level !== 'none')).toBe(true)
  })
})

/** Texts made from the sentences of the golden ones, by people and by machines. */
const detections = await Promise.all(texts.map(({ text }) => ofWords.detect(text)))
const sentences = detections.flatMap(({ results }) =>
  results.flatMap(({ spans }) => spans.map((span) => span.text.trim())),
)
const anyText = fc
  .array(fc.constantFrom(...sentences), { minLength: 8, maxLength: 40 })
  .map((chosen) => chosen.join(' '))

describe('any text', () => {
  test('gets the same result under any combination of disguises', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.subarray(Object.keys(disguises), { minLength: 2 }),
        async (text, names) => {
          const disguised = names.reduce((given, name) => disguises[name]?.(given) ?? given, text)
          expect(verdictOf(await ofWords.detect(disguised))).toEqual(verdictOf(await ofWords.detect(text)))
        },
      ),
      { seed: 31, numRuns: 40 },
    )
  })

  test('gets the same result wherever it is split into paragraphs', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText.chain((text) =>
          fc.record({ text: fc.constant(text), breaks: fc.array(fc.nat(60), { maxLength: 6 }) }),
        ),
        async ({ text, breaks }) => {
          const { results } = await ofWords.detect(text)
          const split = results
            .flatMap(({ spans }) => spans)
            .map((sentence, i) => (breaks.includes(i) ? `${sentence.text.trimEnd()}\n\n` : sentence.text))
            .join('')
          expect(verdictOf(await ofWords.detect(split))).toEqual(verdictOf(await ofWords.detect(text)))
        },
      ),
      { seed: 32, numRuns: 40 },
    )
  })

  test('has a lower score and no stronger finding at a higher p-value, among texts of similar length', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (one, other) => {
        const [a, b] = [await ofWords.detect(one), await ofWords.detect(other)]
        if (a.calibration === null || b.calibration === null || a.calibration.n !== b.calibration.n) return
        const [rare, common] = a.calibration.p_value < b.calibration.p_value ? [a, b] : [b, a]
        const rank = ({ finding }: Detection): number =>
          ['no-evidence', 'inconclusive', 'mixed', 'ai-likely'].indexOf(
            finding === 'ai-likely' ? 'mixed' : finding,
          )
        if (rare.calibration?.p_value === common.calibration?.p_value) return
        expect(rare.score ?? 0).toBeGreaterThan(common.score ?? 0)
        expect(rank(rare)).toBeGreaterThanOrEqual(rank(common))
      }),
      { seed: 33, numRuns: 60 },
    )
  })
})
