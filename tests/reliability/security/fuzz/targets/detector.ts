import { readFileSync } from 'node:fs'
import { createDetector, readModel } from '../../../../../packages/detector/src/index.ts'
import { essay, paragraphsOf } from '../../../../../packages/extract/fixtures/prose.ts'
import { assertRule, type Target } from '../target.ts'

/** Whatever a text contains, the detector returns it whole, with a score between 0 and 1 or none. */
export const detector = (): Target => {
  // Words alone: the encoder sees numbers of tokens, whatever the text.
  const judge = createDetector(
    readModel(readFileSync(new URL('../../../../../models/standard.penmark', import.meta.url))),
    null,
  )
  const prose = paragraphsOf(essay).join('\n\n')
  return {
    name: 'detector',
    seeds: [
      prose.slice(0, 600),
      prose.slice(400, 1_400),
      'One. Two! Three? …',
      '1. a\n2. b\n\n"Quoted," she said.',
    ].map((text) => Buffer.from(text)),
    words: [
      '. ',
      '\n\n',
      '“',
      '’',
      '\u200b',
      '\u0430',
      '\u202e',
      'e.g. ',
      '...',
      '\u00ad',
      '😀',
      '\ud83d',
      '<b>',
      'http://a.b/c',
    ],
    maxBytes: 2_500,
    async run(input) {
      const text = input.toString('utf8')
      const { score, results } = await judge.detect(text)
      assertRule(score === null || (score >= 0 && score <= 1), 'A score lies between 0 and 1')
      let at = 0
      for (const { paragraph_text, spans } of results) {
        const start = text.indexOf(paragraph_text, at)
        assertRule(
          start >= at && text.slice(at, start).trim() === '',
          'Between paragraphs there is only white space',
        )
        assertRule(
          spans.map((span) => span.text).join('') === paragraph_text,
          'Sentences make up a paragraph',
        )
        at = start + paragraph_text.length
      }
    },
  }
}
