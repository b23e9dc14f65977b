import { readFileSync } from 'node:fs'
import {
  readPastedText,
  storable,
} from '../../../../../apps/server/src/features/documents/pipeline/reading/text.ts'
import { makeReport } from '../../../../../apps/server/src/features/documents/pipeline/scoring/scorer.ts'
import { countWords, createDetector, readModel } from '../../../../../packages/detector/src/index.ts'
import { essay, paragraphsOf } from '../../../../../packages/extract/fixtures/prose.ts'
import { referenceFacts } from '../../../../../packages/extract/src/index.ts'
import { assertRule, type Target } from '../target.ts'

/**
 * What a teacher pastes, and what a visitor tries in the demo: read, counted, scored and turned into a
 * report.
 */
export const pasted = (): Target => {
  // Words alone: the encoder sees numbers of tokens, whatever the text.
  const judge = createDetector(
    readModel(readFileSync(new URL('../../../../../models/standard.penmark', import.meta.url))),
    null,
  )
  const prose = paragraphsOf(essay).join('\n\n')
  const detector = { name: judge.name, version: judge.version, modelHash: '' }
  return {
    name: 'pasted text, demo',
    seeds: [
      prose.slice(0, 600),
      prose.slice(300, 1_300),
      '1. a\r\n2. b\r\n\r\n\u201cQuoted,\u201d she said.',
      'So (Lee, 2019; Ng, 2020).\n\nReferences\n\nLee, A. (2019). Ice. doi:11.1/a\n\nNg, B. (2020). Sea. ISBN 0306406152',
    ].map((text) => Buffer.from(text)),
    words: ['\r\n\r\n', '\n\n', '. ', '\u200b', '\u202e', '\u0301', '\ufe0f', '\0', '- ', '-\n'],
    maxBytes: 2_500,
    withText: (text) => Buffer.from(text),
    async run(input) {
      const text = readPastedText(storable(input.toString('utf8')))
      const words = countWords(text)
      const detection = await judge.detect(text, 'strongest')
      const references = referenceFacts(text, 2026)
      const report = makeReport({
        document_id: 'a',
        text,
        words,
        detection,
        references,
        facts: [],
        fileType: null,
        detector,
        now: new Date(0),
      })
      assertRule(
        report.score === null || (report.score >= 0 && report.score <= 1),
        'A score lies between 0 and 1',
      )
      JSON.stringify(report, (_name, value: unknown) => {
        if (typeof value === 'string')
          assertRule(
            !value.includes('\0') && value.isWellFormed(),
            'A report holds nothing that the database cannot keep',
          )
        return value
      })
    },
  }
}
