export type FileType = 'pdf' | 'docx' | 'doc' | 'txt'

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
  /** For metadata: `author`, `title`, `producer`, `created`, `modified`…; else a short name of the finding. */
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
  /** Paragraphs without line breaks inside; headers, footers and page numbers are left out, hyphenated line ends joined. */
  paragraphs: string[]
  /** The paragraphs joined by an empty line: the text that is counted, scored and shown. */
  text: string
  /** Null for formats without pages (doc, txt). */
  pageCount: number | null
  facts: ExtractedFact[]
}

/** Result of the reader of one file type; `extractBytes` validates and completes it. */
export type Reading = Pick<Extraction, 'paragraphs' | 'pageCount' | 'facts'>

export type ExtractionFailure =
  | 'encrypted'
  | 'damaged'
  | 'image-only'
  | 'unreadable-scan'
  | 'empty'
  | 'unsupported'
  | 'too-many-pages'
  | 'too-large'
  | 'too-slow'
  | 'too-much-memory'

/** A file that cannot be read. `message` is for the teacher: what happened, what is safe, what to do. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError'
  readonly failure: ExtractionFailure

  constructor(failure: ExtractionFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** A file with pages that are pictures, whose recognition was not requested. */
export class ScannedPagesError extends Error {
  override readonly name = 'ScannedPagesError'
  override readonly message = 'Some pages of this file are pictures.'
}

const safe = 'Nothing was counted against your allowance.'
const saveAgain = 'Open it in the program that made it, save it again and upload the new copy.'

const sentences: Record<ExtractionFailure, { happened: string; todo: string }> = {
  encrypted: {
    happened: 'This file is protected with a password, so we cannot read it.',
    todo: 'Save a copy without the password and upload that.',
  },
  damaged: { happened: 'This file is damaged or incomplete, so we cannot read it.', todo: saveAgain },
  'image-only': {
    happened: 'This PDF contains only images of pages and no text that we can read.',
    todo: 'Upload the original document, or run text recognition on it first.',
  },
  'unreadable-scan': {
    happened:
      'We found no English or French print in the pictures of these pages. They may show handwriting, which we do not read, a drawing, or another alphabet.',
    todo: 'Upload the original document if there is one.',
  },
  empty: { happened: 'This file contains no text.', todo: 'Check that it is the right file and upload it again.' },
  unsupported: {
    happened: 'This is not a PDF, Word or plain text file, whatever its name says.',
    todo: 'Save it as PDF, DOCX, DOC or TXT and upload that.',
  },
  'too-many-pages': { happened: 'This document has too many pages to read in one go.', todo: 'Split it into parts and upload each part.' },
  'too-large': { happened: 'This file contains more than we can read in one go.', todo: 'Split it into parts and upload each part.' },
  'too-slow': { happened: 'Reading this file took too long, so we stopped.', todo: saveAgain },
  'too-much-memory': { happened: 'Reading this file took too much memory, so we stopped.', todo: saveAgain },
}

/**
 * The error for a failure, with a message for the teacher: what happened, what is safe, what to do. `happened` replaces the first part
 * where the caller knows more, and so does `todo`. No part may contain the words "limit" or "exceeded", which the client takes for a spent allowance.
 */
export function extractionError(
  failure: ExtractionFailure,
  options: { happened?: string; todo?: string; cause?: unknown } = {},
): ExtractionError {
  const { happened, todo } = { ...sentences[failure], ...options }
  return new ExtractionError(failure, `${happened} ${safe} ${todo}`, { cause: options.cause })
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
