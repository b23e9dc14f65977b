import { access, constants, stat } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Detector } from '@penmark/detector'
import { createExtractor, type ExtractedFact, ExtractionError, type Extractor, paragraphsOfText, ScannedPagesError } from '@penmark/extract'
import { openDetector } from '../model.ts'
import { showProgress } from '../progress.ts'
import { UsageError } from '../usage.ts'
import type { Checked } from './checked.ts'
import { sentenceFor } from './failures.ts'
import { recordsOf } from './records.ts'
import { renderTable } from './table.ts'

/** `penmark check`. Scores every file even if others fail; returns 1 when one failed. */
export async function check(files: string[], options: { json: boolean; model: string | undefined }): Promise<number> {
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
  process.stdout.write(options.json ? `${JSON.stringify(recordsOf(results, detector), null, 2)}\n` : renderTable(results))
  return results.some((result) => 'error' in result) ? 1 : 0
}

/** A text and the facts about its file. */
interface Given {
  text: string
  facts: ExtractedFact[]
}

async function checkOne(file: string, extractor: Extractor, detector: Detector): Promise<Checked> {
  try {
    const { text, facts } = file === '-' ? await readStandardInput() : await readDocument(file, extractor)
    return { file, detection: detector.detect(text), facts }
  } catch (error) {
    return { file, error: sentenceFor(error) }
  }
}

async function readDocument(file: string, extractor: Extractor): Promise<Given> {
  await access(file, constants.R_OK)
  if ((await stat(file)).isDirectory()) throw Object.assign(new Error(file), { code: 'EISDIR' })
  try {
    return await extractor.extract(file)
  } catch (error) {
    if (error instanceof ScannedPagesError) return extractor.recognise(file)
    throw error
  }
}

async function readStandardInput(): Promise<Given> {
  const text = paragraphsOfText(await readAll(process.stdin)).join('\n\n')
  if (text === '') throw new ExtractionError('empty', 'Standard input is empty.')
  return { text, facts: [] }
}
