import { type FileFailureCode, fileFailures } from './failures.ts'
import type { FileType } from './file-types.ts'

/** A run of words that arrived in the same editing session. */
export interface SessionStretch {
  /** 1 for the session with the most words, 2 for the next; 0 where the file names none. */
  session: number
  words: number
}

/** How a Word file was written, according to the file. What it does not record is null. */
export interface EditingHistory {
  words: number
  /** Minutes that the file was open for editing. */
  minutes: number | null
  /** Times that the file was saved. */
  saves: number | null
  /** Editing sessions that the words arrived in: the time between two saves. */
  sessions: number | null
  /** Sessions that the file lists, with those whose words are gone. */
  recorded: number | null
  /** Words of the session with the most words. */
  largest: number | null
  /** The sessions in the order of the text; empty if there are none. */
  stretches: SessionStretch[]
}

/** How well the words of a scan could be read. */
export interface ScanReading {
  /** Mean confidence over the words of all pages that were read, 0…100. */
  confidence: number
  /** Each page that was read. */
  pages: { page: number; words: number; confidence: number }[]
}

/** Something a teacher can check in the file; it never changes a score. */
export interface ExtractedFact {
  kind:
    | 'hidden-text'
    | 'recognised-text'
    | 'scan'
    | 'covered-text'
    | 'editing-history'
    | 'pdf-history'
    | 'file-origin'
    | 'metadata'
    | 'left-out'
    | 'reference-list'
    | 'unlisted-citation'
    | 'uncited-reference'
    | 'impossible-year'
    | 'malformed-identifier'
    | 'repeated-reference'
  /**
   * For metadata: `author`, `title`, `producer`, `created`, `modified`…; else a short name of the finding.
   */
  name: string
  value: string | null
  count: number | null
  /** Of the fact `editing-history` that sums the others up. */
  history?: EditingHistory
  /** Of the fact `scan` `pages`. */
  scan?: ScanReading
}

/** Text of a file, in reading order. */
export interface Extraction {
  fileType: FileType
  /**
   * Paragraphs without line breaks inside; headers, footers and page numbers are left out, hyphenated line
   * ends joined.
   */
  paragraphs: string[]
  /** The paragraphs joined by an empty line: the text that is counted, scored and shown. */
  text: string
  /** Null for formats without pages (doc, txt). */
  pageCount: number | null
  facts: ExtractedFact[]
}

/** Result of the reader of one file type; `extractBytes` validates and completes it. */
export type Reading = Pick<Extraction, 'paragraphs' | 'pageCount' | 'facts'>

/** What is wrong with a file. */
export type ExtractionFailure = (typeof fileFailures)[FileFailureCode]

/** The numbers that a sentence about the failure names. */
export type FailureParams = Readonly<Record<string, number>>

/** A file that cannot be read: why, by its code. Whoever shows it has the sentence. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError'
  readonly code: FileFailureCode
  readonly params: FailureParams

  constructor(code: FileFailureCode, params: FailureParams = {}, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.params = params
  }

  get failure(): ExtractionFailure {
    return fileFailures[this.code]
  }
}

/** A file with pages that are pictures, whose recognition was not requested. */
export class ScannedPagesError extends Error {
  override readonly name = 'ScannedPagesError'
  override readonly message = 'Some pages of this file are pictures.'
}

/** Limits for one file; why they exist: docs/decisions/0011-one-process-per-file.md. */
export interface ExtractionLimits {
  /** Bytes of the file itself. */
  fileBytes: number
  /** Pages of a PDF. */
  pages: number
  /** Declared unpacked size of all parts of a DOCX, checked before unpacking. */
  unpackedBytes: number
  /** Parts inside a DOCX. */
  zipEntries: number
  /** UTF-16 units of the extracted text. */
  characters: number
}

export const extractionLimits: ExtractionLimits = {
  fileBytes: 25 * 1024 * 1024,
  pages: 500,
  unpackedBytes: 200 * 1024 * 1024,
  zipEntries: 10_000,
  characters: 2_000_000,
}
