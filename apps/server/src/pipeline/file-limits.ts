import { extractionLimits, mostScannedPages } from '@penmark/extract'

/** Limits of one file, as the readers enforce them. */
export const fileLimits = { ...extractionLimits, scannedPages: mostScannedPages }
