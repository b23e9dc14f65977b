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
      const { score, paragraphs } = await judge.detect(text)
      assertRule(score === null || (score >= 0 && score <= 1), 'A score lies between 0 and 1')
      for (const paragraph of paragraphs) {
        assertRule(
          text.slice(paragraph.start, paragraph.end) === paragraph.text,
          'A paragraph lies where it says',
        )
        for (const { start, end, text: sentence } of paragraph.sentences)
          assertRule(
            start >= paragraph.start && end <= paragraph.end && text.slice(start, end) === sentence,
            'A sentence lies in its paragraph',
          )
      }
    },
  }
}
