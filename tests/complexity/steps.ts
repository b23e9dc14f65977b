import { readFileSync } from 'node:fs'
import { classExportFilename } from '../../apps/server/src/features/documents/exports/format.ts'
import { readPastedText, storable } from '../../apps/server/src/features/documents/pipeline/reading/text.ts'
import { claimedType } from '../../apps/server/src/features/documents/rows/rules.ts'
import { textOfHtml } from '../../apps/server/src/features/integrations/lti/assets/fetch-asset.ts'
import { nameInArchive } from '../../apps/server/src/features/operations/exports/write-export.ts'
import { displayName } from '../../apps/server/src/http/multipart.ts'
import { pdfFilename, safeName, uniqueNames } from '../../apps/server/src/lib/filenames.ts'
import { html } from '../../apps/server/src/lib/html.ts'
import { Typesetter } from '../../apps/server/src/pdf/fonts.ts'
import { blocksOf } from '../../apps/server/src/pdf/text.ts'
import { compose } from '../../apps/server/src/services/mail/mailer.ts'
import { csvLine } from '../../packages/contract/src/organisation/csv.ts'
import { optionalText, requiredText } from '../../packages/contract/src/values/scalars.ts'
import { profileOf } from '../../packages/detector/src/authorship/profile.ts'
import { findFacts } from '../../packages/detector/src/facts.ts'
import { gramHashes } from '../../packages/detector/src/features/grams.ts'
import { tokenFacts } from '../../packages/detector/src/features/token-facts.ts'
import { createDetector, readModel } from '../../packages/detector/src/index.ts'
import { withCorrectedSpelling } from '../../packages/detector/src/model/lexicon.ts'
import { quotationsOf } from '../../packages/detector/src/overlap/comparable-text.ts'
import { compareTexts } from '../../packages/detector/src/overlap/compare-texts.ts'
import { findDisguise } from '../../packages/detector/src/text/disguise.ts'
import { englishShare } from '../../packages/detector/src/text/english.ts'
import { normalise } from '../../packages/detector/src/text/normalise.ts'
import { commentsIn } from '../../packages/detector/src/text/program-comments.ts'
import {
  paragraphKinds,
  paragraphs,
  read,
  sentences,
  tokens,
  trimmed,
} from '../../packages/detector/src/text/reading.ts'
import { speakerLabels } from '../../packages/detector/src/text/speakers.ts'
import { countWords, withoutInvisible } from '../../packages/detector/src/text/words.ts'
import { partText } from '../../packages/extract/src/doc/doc.ts'
import { EditingSessions } from '../../packages/extract/src/docx/editing-sessions.ts'
import { historyFacts } from '../../packages/extract/src/extraction/editing-history.ts'
import { extractionLimits } from '../../packages/extract/src/extraction/extraction.ts'
import { HiddenText } from '../../packages/extract/src/extraction/hidden-text.ts'
import { joinLines } from '../../packages/extract/src/extraction/hyphens.ts'
import { metadataFacts, originFacts } from '../../packages/extract/src/extraction/metadata.ts'
import { cleanParagraph, composed } from '../../packages/extract/src/extraction/paragraph.ts'
import { decodeHtml, readHtml } from '../../packages/extract/src/markup/html.ts'
import { markupOf } from '../../packages/extract/src/markup/kind.ts'
import { readRtf } from '../../packages/extract/src/markup/rtf.ts'
import { countChanges } from '../../packages/extract/src/pdf/history.ts'
import { joinParagraphs } from '../../packages/extract/src/pdf/paragraphs.ts'
import { programsNamed } from '../../packages/extract/src/pdf/programs.ts'
import { referenceFacts } from '../../packages/extract/src/references/reference-facts.ts'
import { decodeText, plausibility } from '../../packages/extract/src/txt/charset.ts'
import { paragraphsOfText, readTxt } from '../../packages/extract/src/txt/txt.ts'
import { curveOf, markedStretches, pathOf } from '../../packages/wording/src/curve.ts'
import { markParagraphs } from '../../packages/wording/src/passages.ts'

/** A processing step of the product for a text of any length. */
export interface TextStep {
  name: string
  /** UTF-16 units of a text that a linear step handles in milliseconds and a quadratic one in seconds. */
  characters: number
  /** Makes the step's input from a text, and returns a function that runs the step on it. */
  prepare(text: string): Promise<() => unknown>
}

const usualCharacters = 100_000
const detectionCharacters = 50_000

/** Concatenated strings are ropes until they are read; flatten them outside the measurement. */
const flat = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')

function step<T>(
  name: string,
  {
    prepare,
    run,
    characters = usualCharacters,
  }: { prepare: (text: string) => T | Promise<T>; run: (input: T) => unknown; characters?: number },
): TextStep {
  return {
    name,
    characters,
    prepare: async (text) => {
      const input = await prepare(flat(text))
      return () => run(input)
    },
  }
}

const ofText = (name: string, run: (text: string) => unknown) => step(name, { prepare: (text) => text, run })
const ofTokens = (name: string, run: (found: string[]) => unknown) => step(name, { prepare: tokens, run })
const ofBytes = (name: string, encoding: BufferEncoding) =>
  step(`${name}, ${encoding}`, { prepare: (text) => Buffer.from(text, encoding), run: decodeText })

const linesOf = (text: string) => text.match(/[^\n]{1,70}/g) ?? []

const model = readModel(readFileSync(new URL('../../models/standard.penmark', import.meta.url)))
/** Words alone: the encoder reads windows of one size one after the other. */
const detector = createDetector(model, null)

const detectorSteps: TextStep[] = [
  ofText('normalise', normalise),
  ofText('commentsIn', commentsIn),
  ofText('findDisguise', findDisguise),
  ofText('paragraphs', paragraphs),
  ofText('sentences', (text) => sentences(text, { start: 0, end: text.length })),
  ofText('trimmed', (text) => trimmed(text, { start: 0, end: text.length })),
  step('paragraphKinds', {
    prepare: (text) => ({ text, ranges: paragraphs(text) }),
    run: ({ text, ranges }) => paragraphKinds(text, ranges),
  }),
  step('speakerLabels', {
    prepare: (text) => ({ text, ranges: paragraphs(text) }),
    run: ({ text, ranges }) => speakerLabels(text, ranges),
  }),
  ofText('tokens', tokens),
  ofText('withoutInvisible', withoutInvisible),
  ofText('countWords', countWords),
  ofText('read', read),
  ofText('findFacts', findFacts),
  ofTokens('englishShare', englishShare),
  ofTokens('tokenFacts', tokenFacts),
  ofTokens('corrected', (found) => withCorrectedSpelling(found, model.lexicon)),
  step('gramHashes', { prepare: (text) => tokenFacts(tokens(text)), run: gramHashes }),
  step('detect', {
    prepare: (text) => text,
    run: (text) => detector.detect(text, 'strongest'),
    characters: detectionCharacters,
  }),
  ofText('profileOf', profileOf),
  ofText('quotationsOf', quotationsOf),
  // Two texts that repeat themselves and each other.
  step('compareTexts', {
    prepare: (text) => [text, ` ${text}`],
    run: (texts) => [...compareTexts(texts, 'Write about the river.')],
  }),
]

const listed = 'Smith, J. (2019). A book. Press.\n\nJones, K. (2018). Another. Press.\n\n'

const extractSteps: TextStep[] = [
  ofBytes('decodeText', 'utf8'),
  ofBytes('decodeText', 'utf16le'),
  ofBytes('decodeText', 'latin1'),
  ofText('plausibility', plausibility),
  ofText('paragraphsOfText', paragraphsOfText),
  step('readTxt', { prepare: (text) => Buffer.from(text), run: (bytes) => outcomeOf(() => readTxt(bytes)) }),
  step('joinLines', { prepare: linesOf, run: (lines) => joinLines([lines]) }),
  ofText('cleanParagraph', cleanParagraph),
  ofText('composed', composed),
  ofText('partText', partText),
  step('markupOf', { prepare: (text) => Buffer.from(`<html>${text}`), run: (bytes) => markupOf(bytes) }),
  step('decodeHtml', {
    prepare: (text) => Buffer.from(`<html><meta ${text}`, 'latin1'),
    run: (bytes) => outcomeOf(() => decodeHtml(bytes)),
  }),
  ofText('readHtml', (text) => outcomeOf(() => readHtml(`<html><body><p>${text}`, extractionLimits))),
  step('readRtf', {
    prepare: (text) => Buffer.from(`{\\rtf1 ${text}`, 'latin1'),
    run: (bytes) => outcomeOf(() => readRtf(bytes, extractionLimits)),
  }),
  ofText('HiddenText', (text) => {
    const hidden = new HiddenText()
    for (const line of linesOf(text)) hidden.add('white', line)
    hidden.add('tiny', text)
    return hidden.facts()
  }),
  // As many sessions as a file has at most; a growing table of names would measure the memory's caches.
  step('EditingSessions', {
    prepare: (text) => ({
      text,
      marks: Array.from({ length: text.length / 4 }, (_, nth) => ({ from: nth * 4, id: String(nth % 500) })),
    }),
    run: ({ text, marks }) => {
      const sessions = new EditingSessions()
      sessions.add(text, marks)
      return sessions.counts(500)
    },
  }),
  ofText('historyFacts', (text) =>
    historyFacts(1, { minutes: text, saves: text, template: text, producer: text }, null),
  ),
  ofText('referenceFacts', (text) => referenceFacts(text, 2026)),
  // Entries around the text, so that it is compared with a list.
  ofText('referenceFacts with a list', (text) =>
    referenceFacts(
      `${text}\n\nReferences\n\n${listed}${text.slice(0, 5_000)}\n\n${listed}${linesOf(text).join('\n\n')}`,
      2026,
    ),
  ),
  ofText('originFacts', (text) => originFacts([text, text])),
  step('countChanges', {
    prepare: (text) => Buffer.from(text.replaceAll('a', 'startxref ').replaceAll(' ', ' 9 %%EOF ')),
    run: countChanges,
  }),
  step('programsNamed', {
    prepare: (text) => Buffer.from(text.replaceAll('a', '/Info 1 0 R 1 0 obj /Producer(')),
    run: programsNamed,
  }),
  ofText('metadataFacts', (text) =>
    metadataFacts({ author: text, 'last-author': text, title: text, created: text }),
  ),
  step('joinParagraphs', {
    prepare: (text) =>
      linesOf(text).map((line, nth) => ({
        text: line,
        x: 72,
        end: 72 + 6 * line.length,
        y: -14 * nth,
        height: 12,
      })),
    run: (lines) => joinParagraphs([lines]),
  }),
]

/** Bytes that are not text are refused, which must not take long either. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return error
  }
}

const spanOf = (text: string, marked: boolean) => ({
  text,
  label: 'human-written' as const,
  probability: 0.2,
  marked,
  level: null,
  weights: null,
})

const contractSteps: TextStep[] = [
  ofText('requiredText', (text) => requiredText().safeParse(text)),
  ofText('optionalText', (text) => optionalText(1_000).safeParse(text)),
  ofText('csvLine', (text) => csvLine([text, text])),
  step('markParagraphs', {
    prepare: (text) => [
      {
        paragraph_text: text,
        kind: null,
        probability: 0.2,
        label: 'human-written' as const,
        spans: linesOf(text).map((line, nth) => spanOf(line, nth % 3 > 0)),
      },
    ],
    run: (report) => {
      const { segments } = curveOf(markParagraphs(report))
      return [pathOf(segments, 100, 10), markedStretches(segments)]
    },
  }),
]

const classGroup: Parameters<typeof classExportFilename>[0] = {
  id: '1',
  _id: '1',
  teacher_id: '1',
  class_name: '',
  academic_year: null,
  description: null,
  student_ids: [],
  created_at: '',
  updated_at: '',
}

/** Shared, because it opens its font files at first use. */
const typesetter = new Typesetter()

const serverSteps: TextStep[] = [
  ofText('storable', storable),
  ofText('readPastedText', readPastedText),
  ofText('displayName', displayName),
  ofText('claimedType', claimedType),
  ofText('nameInArchive', (text) => [nameInArchive(1, text), nameInArchive(1, text, 'json')]),
  ofText('pdfFilename', pdfFilename),
  ofText('classExportFilename', (text) =>
    classExportFilename({ ...classGroup, class_name: text, academic_year: text }, 'csv'),
  ),
  ofText('safeName', (text) => safeName(text, 'nobody')),
  step('uniqueNames', {
    prepare: (text) => (text.match(/.{1,70}/gs) ?? []).map((name) => `${name.slice(0, 9)}.pdf`),
    run: (names) => names.map(uniqueNames()),
  }),
  ofText('textOfHtml', textOfHtml),
  ofText('html', (text) => html`<p>${text}</p>`),
  ofText('compose', (text) =>
    compose({ kind: 'a', to: 'a@b.c', language: 'en-GB', subject: text, paragraphs: [text], closing: text }),
  ),
  ofText('Typesetter', (text) => typesetter.runs('serif', text)),
  ofText('blocksOf', (text) => blocksOf([{ text, passage: null }])),
]

export const textSteps: TextStep[] = [...detectorSteps, ...extractSteps, ...contractSteps, ...serverSteps]
