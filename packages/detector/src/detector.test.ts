import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDetector } from './detector.ts'
import type { Insights } from './insights.ts'
import { readModel } from './model/format.ts'
import type { Prepared } from './model/predict.ts'

const model = readModel(readFileSync(new URL('../../../models/standard.penmark', import.meta.url)))
const detector = createDetector(model)
/** Many times faster, for what does not depend on the encoder. */
const ofWords = createDetector(model, null)

const fragment = fc.oneof(
  fc.constantFrom(
    'The cat sat down. ',
    'Dr. Smith paid 3.50 in all! ',
    '"Really?" she asked. ',
    '\n\n',
    '\n',
    ' – ',
    '\u200b',
    'е',
    '…',
    '# Title\n',
    '- one\n',
    'e\u0301 ',
    '👩‍🔬 ',
  ),
  fc
    .array(fc.integer({ min: 0, max: 0xd7ff }), { maxLength: 8 })
    .map((codes) => String.fromCharCode(...codes)),
  fc.lorem({ maxCount: 20, mode: 'sentences' }),
)
const anyText = fc.array(fragment, { maxLength: 25 }).map((parts) => parts.join(''))

describe('a detection', () => {
  test('splits any text into paragraphs and sentences that concatenate to it exactly', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { results } = await ofWords.detect(text)
        let at = 0
        for (const { paragraph_text, spans } of results) {
          const start = text.indexOf(paragraph_text, at)
          expect(start).toBeGreaterThanOrEqual(at)
          expect(text.slice(at, start).trim()).toBe('')
          expect(spans.map((span) => span.text).join('')).toBe(paragraph_text)
          at = start + paragraph_text.length
        }
      }),
      { seed: 11, numRuns: 150 },
    )
  })

  test('labels a text as AI-generated exactly if its rounded score is at least 0.5', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { score, label } = await ofWords.detect(text)
        expect(label).toBe(
          score === null ? 'insufficient-text' : score >= 0.5 ? 'ai-generated' : 'human-written',
        )
        expect(score).toBe(score === null ? null : Math.round(score * 1000) / 1000)
      }),
      { seed: 12, numRuns: 100 },
    )
  })

  test('gives the same figures when only the score is requested', async () => {
    const text = 'We went to the lake on Saturday because my uncle had said the fish were biting. '.repeat(6)
    const { score, label, words, calibration } = await detector.detect(text)
    expect(await detector.score(text)).toEqual({ score, label, words, p_value: calibration?.p_value ?? null })
  })

  test('reports too little text instead of guessing', async () => {
    const detection = await detector.detect('A short note about my holiday.')
    expect(detection).toMatchObject({
      score: null,
      label: 'insufficient-text',
      finding: 'insufficient-text',
      words: 6,
      ai_share: null,
      calibration: null,
    })
  })

  test('gives imaginative writing no score, whether all of a text or the part that stands out', async () => {
    const machine =
      'In conclusion, technology plays a crucial role in fostering innovation, and it is essential to delve into its multifaceted impact. '
    const human = 'My gran never liked it much, though, and we fed the ducks until our bread ran out. '
    const text = human.repeat(40) + machine.repeat(20)
    const recognising = (isCreative: Insights['isCreative']) =>
      createDetector({ ...model, insights: { ...(isCreative && { isCreative }) } }, null)
    const plain = await recognising(undefined).detect(text)
    expect(plain.finding).toBe('mixed')
    const isWhole = ({ from, to }: { from: number; to: number }, { facts }: Prepared) =>
      from === 0 && to === facts.size
    const cases = [
      ['creative-writing', recognising((prepared, range) => isWhole(range, prepared))],
      ['creative-passage', recognising((prepared, range) => !isWhole(range, prepared))],
    ] as const
    for (const [reason, creative] of cases) {
      const found = await creative.detect(text)
      expect(found).toMatchObject({
        score: null,
        label: 'insufficient-text',
        finding: 'creative-writing',
        reasons: [reason],
        ai_share: null,
        calibration: null,
        attribution: null,
        calibrated_probability: null,
        evidence: null,
      })
      const sentences = found.results.flatMap(({ spans }) => spans)
      expect(sentences.some(({ marked, probability }) => marked || probability !== null)).toBe(false)
      expect(await creative.score(text)).toEqual({
        score: null,
        label: 'insufficient-text',
        p_value: null,
        words: found.words,
      })
    }
  })

  test('does not ask what kind of writing stands out where nothing does', async () => {
    const text = 'We went to the lake on Saturday because my uncle had said the fish were biting. '.repeat(20)
    const isCreative: Insights['isCreative'] = ({ facts }, { from, to }) => from !== 0 || to !== facts.size
    const creative = createDetector({ ...model, insights: { isCreative } }, null)
    expect((await creative.detect(text)).finding).not.toBe('creative-writing')
  })

  test('breaks the score down without a remainder', async () => {
    const text =
      'In today’s fast-paced world, technology plays a crucial role in education. Most schools have not planned for it, though. '.repeat(
        30,
      )
    for (const given of [text, text.repeat(4)]) {
      const { evidence, results } = await detector.detect(given)
      const sentences = results.flatMap(({ spans }) =>
        spans.map(({ weights }) => (weights?.machine ?? 0) + (weights?.human ?? 0)),
      )
      const style = evidence?.style.map(({ weight }) => weight) ?? []
      const sum = [...sentences, ...style].reduce(
        (total, weight) => total + weight,
        (evidence?.base ?? 0) + (evidence?.context ?? 0),
      )
      expect(sum).toBeCloseTo(evidence?.log_odds ?? Number.NaN, 1)
    }
  })

  test('lists traces of a chat program separately from the score', async () => {
    const { facts } = await detector.detect(
      'Certainly! Here is an essay about bees.\n\n# Bees\n\nAs an AI language model, I **love** bees.',
    )
    expect(facts).toEqual([
      { kind: 'prompt-echo', name: null, count: 2, value: 'Certainly! Here is' },
      { kind: 'markdown-remains', name: null, count: 2, value: '# Bees' },
    ])
    expect((await detector.detect('My essay is about bees. I like them [1] a lot.')).facts).toEqual([])
  })

  test.each([
    [
      'quotes a chat',
      'The answer began: “Certainly! Here is your essay. As an AI language model, I cannot say.” I laughed.',
    ],
    [
      'quotes a chat line by line',
      '"Certainly! Here is your essay.\n> As an AI language model, I cannot say.\n> Certainly! Here is more.',
    ],
    [
      'is about language models',
      'As an AI language model is trained on text, its knowledge has gaps. ChatGPT, as a large language model, repeats them.',
    ],
    [
      'is a letter',
      'Dear Ana, thank you. Let me know if you would like me to bring anything, and feel free to ask if I can help. Would you like me to come?',
    ],
    [
      'is an unfilled template',
      '[Your Name]\n[Instructor Name]\n[Course Number]\n[Insert title here]\n\nRivers are long.',
    ],
    [
      'marks what was changed in a quotation',
      'She wrote that “[students] learn [insert the name of any subject here] best when [teacher and class] talk”, [course] or not.',
    ],
  ])('names no traces of a chat in a text that %s', async (_, text) => {
    const { facts } = await detector.detect(text)
    expect(facts.filter(({ kind }) => kind === 'prompt-echo')).toEqual([])
  })

  test('counts different traces of a chat, not how often each occurs', async () => {
    const echoOf = async (text: string) =>
      (await detector.detect(text)).facts.find(({ kind }) => kind === 'prompt-echo')?.count
    expect(
      await echoOf('Sure! Here is your essay:\n\nBees fly.\n\nSure! Here is another version:\n\nBees fly.'),
    ).toBe(1)
    expect(
      await echoOf('Sure! Here is your essay:\n\nBees fly.\n\nWould you like me to make it longer?'),
    ).toBe(2)
    expect(await echoOf('Bees fly.\nRegenerate response\n\nBy [Your Name]')).toBe(2)
  })

  test('marks something in a text exactly if there is a finding', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { finding, results } = await ofWords.detect(text)
        const marked = results.flatMap(({ spans }) => spans).some((span) => span.marked)
        expect(marked).toBe(finding === 'ai-likely' || finding === 'mixed')
      }),
      { seed: 13, numRuns: 60 },
    )
  })

  // A step that scans the rest of the text from every character would take minutes or hours for these.
  test.each(['!', '. ', "'", '_', '— ', '\n', '\r', '\t', 'é', 'A.', '|a', '[your '])(
    'finishes with a text of nothing but %j',
    async (sign) => {
      expect((await ofWords.detect(sign.repeat(200_000 / sign.length))).finding).not.toBe('ai-likely')
    },
  )
})
