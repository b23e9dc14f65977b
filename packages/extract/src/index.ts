export {
  createExtractor,
  type ExtractOptions,
  type Extractor,
  type ExtractorOptions,
  type RecogniseOptions,
} from './containment/extractor.ts'
export { flagsFor, usualMemoryMb } from './containment/flags.ts'
export type { PageProgress } from './containment/messages.ts'
export { giveWayThread, processorMs } from './containment/resources.ts'
export {
  type EditingHistory,
  type ExtractedFact,
  type Extraction,
  ExtractionError,
  type ExtractionFailure,
  type ExtractionLimits,
  extractionLimits,
  type FailureParams,
  ScannedPagesError,
  type ScanReading,
} from './extraction/extraction.ts'
export type { FileFailureCode } from './extraction/failures.ts'
export type { FileType } from './extraction/file-types.ts'
export { extractBytes } from './files/extract-bytes.ts'
export { headBytes, sniffFileType, sniffHead } from './files/file-type.ts'
export { maxScannedPages, type Recognition } from './recognition/recognise-pages.ts'
export { type ListedWork, listedWorks } from './references/listed-works.ts'
export {
  type CatalogueRecord,
  matchByDoi,
  matchByTitle,
  type RecordMatch,
  type WorkField,
} from './references/match-record.ts'
export { referenceFacts } from './references/reference-facts.ts'
export { reliableReferences } from './references/reliable-references.ts'
export { paragraphsOfText } from './txt/txt.ts'
