import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Detection } from './detection.ts'
import { createDetector } from './detector.ts'
import { readModel } from './model/format.ts'

const detector = createDetector(readModel(readFileSync(new URL('../../../models/standard.penmark', import.meta.url))))
const texts = JSON.parse(readFileSync(new URL('../golden/texts.json', import.meta.url), 'utf8')) as { name: string; text: string }[]
const named = texts.map(({ name, text }) => [name, text] as const)

const twins = new Map(Array.from('aceiopsxy').map((letter, i) => [letter, 'асеіорѕху'.charAt(i)]))

/** What a reader cannot see, or would not count as another text. */
const disguises: Readonly<Record<string, (text: string) => string>> = {
  'white space': (text) => text.replace(/ /g, (_, at: number) => (at % 3 === 0 ? '  ' : at % 7 === 0 ? '\u00a0' : ' ')),
  'curly quotes': (text) => text.replaceAll("'", '’').replace(/"([^"]*)"/g, '“$1”'),
  'other dashes': (text) => text.replaceAll('—', '–'),
  'zero-width characters': (text) => Array.from(text).join('\u200b'),
  'look-alike letters': (text) => Array.from(text, (letter) => twins.get(letter) ?? letter).join(''),
  'soft hyphens': (text) => text.replace(/\b(\p{L}{3})(\p{L}{3,})/gu, '$1\u00ad$2'),
}

const verdictOf = ({ score, label, finding, words, proseWords, aiShare, calibration, evidence }: Detection) => ({
  score,
  label,
  finding,
  words,
  proseWords,
  aiShare,
  p: calibration?.pValue ?? null,
  logOdds: evidence?.logOdds ?? null,
})

describe.each(named)('%s', (_, text) => {
  const plain = detector.detect(text)

  it.each(Object.keys(disguises))('is judged the same with %s', (name) => {
    expect(verdictOf(detector.detect(disguises[name]?.(text) ?? ''))).toEqual(verdictOf(plain))
  })

  it('is judged the same in lower case, but for where sentences end', () => {
    const { score, finding, words } = detector.detect(text.toLowerCase())
    expect({ score, finding, words }).toEqual({ score: plain.score, finding: plain.finding, words: plain.words })
  })

  it('is judged the same when its paragraphs are split', () => {
    const split = plain.paragraphs
      .map((paragraph) => {
        const middle = paragraph.sentences[Math.floor(paragraph.sentences.length / 2)]
        if (paragraph.kind !== 'prose' || middle === undefined || middle.start === paragraph.start) return paragraph.text
        return `${text.slice(paragraph.start, middle.start).trimEnd()}\n\n${text.slice(middle.start, paragraph.end)}`
      })
      .join('\n\n')
    expect(verdictOf(detector.detect(split))).toEqual(verdictOf(plain))
  })

  it('has a finding exactly from a score of 0.5 on, and passages exactly where it has one', () => {
    const { score, finding, label, aiShare, paragraphs } = plain
    const isFound = finding === 'ai-likely' || finding === 'mixed'
    expect(isFound).toBe((score ?? 0) >= 0.5)
    expect(label === 'ai-generated').toBe(isFound)
    expect(finding === 'inconclusive').toBe(score !== null && score >= 0.3 && score < 0.5)
    const marked = paragraphs.flatMap(({ sentences }) => sentences).filter((sentence) => sentence.marked)
    expect(marked.length > 0).toBe(isFound)
    expect((aiShare ?? 0) > 0).toBe(isFound)
    expect(marked.every(({ level }) => level !== 'none')).toBe(true)
  })
})
