import { access, constants, stat } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Detection, Detector } from '@penmark/detector'
import {
  createExtractor,
  type ExtractedFact,
  type Extraction,
  ExtractionError,
  type ExtractionFailure,
  type Extractor,
  paragraphsOfText,
  referenceFacts,
  reliableReferences,
  ScannedPagesError,
} from '@penmark/extract'
import { fileWords } from '@penmark/wording/file-words'
import { type OpenedDetector, openDetector } from '../model/model.ts'
import { showProgress, UsageError } from '../terminal/terminal.ts'
import { referenceNotes } from './references.ts'
import { caution, meaningOf, notesOf, percent, verdictOf } from './verdict.ts'

/** The results for people: one line of figures and one sentence per file. */
function renderTable(results: Checked[]): string {
  const rows = results.map((result) =>
    'error' in result
      ? { file: safeName(result.file), verdict: 'Not scored', score: '', words: '', notes: [result.error] }
      : {
          file: safeName(result.file),
          verdict: verdictOf(result.detection),
          score: result.detection.score === null ? '–' : percent(result.detection.score),
          words: result.detection.words.toLocaleString('en-GB'),
          notes: [
            meaningOf(result.detection),
            ...notesOf(result.detection),
            ...referenceNotes(result.references),
          ],
        },
  )
  const width = (key: 'file' | 'verdict' | 'score' | 'words', head: string) =>
    Math.max(head.length, ...rows.map((row) => row[key].length))
  const [file, verdict, score, words] = [
    width('file', 'File'),
    width('verdict', 'Verdict'),
    width('score', 'Score'),
    width('words', 'Words'),
  ]
  const line = (a: string, b: string, c: string, d: string) =>
    `${a.padEnd(file)}  ${b.padEnd(verdict)}  ${c.padStart(score)}  ${d.padStart(words)}`.trimEnd()
  const lines = rows.flatMap((row) => [
    line(row.file, row.verdict, row.score, row.words),
    ...row.notes.map((note) => `  ${note}`),
  ])
  const judged = results.some((result) => 'detection' in result)
  return [line('File', 'Verdict', 'Score', 'Words'), ...lines, ...(judged ? ['', caution] : []), ''].join(
    '\n',
  )
}

/** A file name can contain anything; control characters that move the cursor are not printed. */
function safeName(name: string): string {
  return name.replace(/\p{C}/gu, '�')
}

/** The results for programs, as described by `schema/check.schema.json`. Field names are those of the API. */
function recordsOf(results: Checked[], { name, version, modelHash }: OpenedDetector): object[] {
  return results.map((result) => {
    if ('error' in result) return { file: result.file, error: result.error }
    const { file, detection, facts, references } = result
    return {
      file,
      verdict: verdictOf(detection),
      meaning: meaningOf(detection),
      ...detection,
      p_value: detection.calibration?.p_value ?? null,
      n: detection.calibration?.n ?? null,
      facts: [...detection.facts, ...facts, ...references],
      detector: { name, version, model_hash: modelHash },
    }
  })
}

const sentences: Record<ExtractionFailure, string> = {
  encrypted: 'The file is password-protected. Save a copy without the password and check that.',
  damaged: 'The file is damaged or incomplete. Open it in the program that made it and save it again.',
  'image-only':
    'The file contains pictures of pages but no text. Check the document it was printed or scanned from.',
  'unreadable-scan':
    'The pages of the file are pictures that cannot be read as English or French print. Check the original document.',
  empty: 'The file contains no text.',
  unsupported: `The file is not a ${fileWords('en-GB').anyKind} file, whatever its name says.`,
  'too-many-pages': 'The file has too many pages to read at once. Split it into parts.',
  'too-large': 'The file is too large to read at once. Split it into parts.',
  'too-slow': 'Reading the file took too long. Open it in the program that made it and save it again.',
  'too-much-memory':
    'Reading the file took too much memory. Open it in the program that made it and save it again.',
}

/** The message for a file that could not be scored. Unknown errors are rethrown. */
function sentenceFor(error: unknown): string {
  if (error instanceof ExtractionError) return sentences[error.failure]
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'There is no such file.'
  if (code === 'EISDIR') return 'This is a folder. List the files in it instead.'
  if (code === 'EACCES' || code === 'EPERM') return 'You do not have permission to read this file.'
  throw error
}

/** `penmark check` with the model in this file. Scores every file even if others fail; returns 1 when one failed. */
export async function check(files: string[], options: { json: boolean; model: string }): Promise<number> {
  if (files.length === 0) throw new UsageError('Give at least one file to check.')
  const detector = await openDetector(options.model)
  const extractor = createExtractor()
  const results: Checked[] = []
  // A single file is scored before a bar could be read.
  const progress = showProgress(files.length === 1 ? null : files.length)
  try {
    for (const file of files) {
      results.push(await checkOne(file, extractor, detector))
      progress.update(results.length, results.length)
    }
  } finally {
    progress.end()
    await extractor.close()
  }
  process.stdout.write(
    options.json ? `${JSON.stringify(recordsOf(results, detector), null, 2)}\n` : renderTable(results),
  )
  return results.some((result) => 'error' in result) ? 1 : 0
}

/** A text and the facts about its file; what is typed has no type. */
type ReadText = Pick<Extraction, 'text' | 'facts'> & { fileType: Extraction['fileType'] | null }

async function checkOne(file: string, extractor: Extractor, detector: Detector): Promise<Checked> {
  try {
    const read = file === '-' ? await readStandardInput() : await readDocument(file, extractor)
    const { text, facts } = read
    const references = reliableReferences(referenceFacts(text, new Date().getUTCFullYear()), read)
    return { file, detection: await detector.detect(text), facts, references }
  } catch (error) {
    return { file, error: sentenceFor(error) }
  }
}

async function readDocument(file: string, extractor: Extractor): Promise<ReadText> {
  await access(file, constants.R_OK)
  if ((await stat(file)).isDirectory()) throw Object.assign(new Error(file), { code: 'EISDIR' })
  try {
    return await extractor.extract(file)
  } catch (error) {
    if (error instanceof ScannedPagesError) return extractor.recognise(file)
    throw error
  }
}

async function readStandardInput(): Promise<ReadText> {
  const text = paragraphsOfText(await readAll(process.stdin)).join('\n\n')
  if (text === '') throw new ExtractionError('file_empty')
  return { text, facts: [], fileType: null }
}

/** The result of one file: its detection, facts and references, or the error message. */
type Checked =
  | { file: string; detection: Detection; facts: ExtractedFact[]; references: ExtractedFact[] }
  | { file: string; error: string }
