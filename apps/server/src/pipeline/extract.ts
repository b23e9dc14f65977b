import type { FileType } from '@penmark/contract'
import { extractionLimits, maxScannedPages, sniffHead } from '@penmark/extract'

/** Limits of one file, as the readers enforce them. */
export const fileLimits = { ...extractionLimits, scannedPages: maxScannedPages }

/** The apparent file type by its first bytes; null when it is none of ours. Only the isolated child reads the rest. */
export function fileTypeOf(head: Uint8Array, sizeBytes: number): Promise<FileType | null> {
  return sniffHead(head, sizeBytes)
}

export { type ListedWork, listedWorks, matchByDoi, matchByTitle } from '@penmark/extract'
