import { access, constants, stat } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Detector } from '@penmark/detector'
import { createExtractor, ExtractionError, type Extractor, paragraphsOfText } from '@penmark/extract'
import { openDetector } from '../model.ts'
import { UsageError } from '../usage.ts'
import type { Checked } from './checked.ts'
import { sentenceFor } from './failures.ts'
import { recordsOf } from './records.ts'
import { renderTable } from './table.ts'

/** `penmark check`. Judges every file whatever happens to the others; returns 1 when one could not be judged. */
export async function check(files: string[], options: { json: boolean; model: string | undefined }): Promise<number> {
  if (files.length === 0) throw new UsageError('Name at least one file to check.')
  const detector = await openDetector(options.model)
  const extractor = createExtractor()
  const results: Checked[] = []
  try {
    for (const file of files) results.push(await checkOne(file, extractor, detector))
  } finally {
    await extractor.close()
  }
  process.stdout.write(options.json ? `${JSON.stringify(recordsOf(results, detector), null, 2)}\n` : renderTable(results))
  return results.some((result) => 'error' in result) ? 1 : 0
}

async function checkOne(file: string, extractor: Extractor, detector: Detector): Promise<Checked> {
  try {
    const text = file === '-' ? await readStandardInput() : await readDocument(file, extractor)
    return { file, detection: detector.detect(text) }
  } catch (error) {
    return { file, error: sentenceFor(error) }
  }
}

async function readDocument(file: string, extractor: Extractor): Promise<string> {
  await access(file, constants.R_OK)
  if ((await stat(file)).isDirectory()) throw Object.assign(new Error(file), { code: 'EISDIR' })
  return (await extractor.extract(file)).text
}

async function readStandardInput(): Promise<string> {
  const text = paragraphsOfText(await readAll(process.stdin)).join('\n\n')
  if (text === '') throw new ExtractionError('empty', 'Standard input holds no text.')
  return text
}
