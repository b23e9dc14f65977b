import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExtractor, ExtractionError, ScannedPagesError } from '@penmark/extract'

/** The text of a PDF or a Word file, read as the product reads them; null if the file is at fault. */
export async function textOfDocument(bytes: Buffer): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'penmark-document-'))
  const extractor = createExtractor()
  try {
    const path = join(folder, 'document')
    writeFileSync(path, bytes)
    return (await extractor.extract(path)).text
  } catch (error) {
    if (error instanceof ExtractionError || error instanceof ScannedPagesError) return null
    throw error
  } finally {
    await extractor.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
