export type FileType = 'pdf' | 'docx' | 'doc' | 'txt'

/** Something a teacher can check in the file; it never changes a score. */
export interface ExtractedFact {
  kind: 'hidden-text' | 'recognised-text' | 'metadata' | 'left-out'
  /** For metadata: `author`, `title`, `producer`, `created`, `modified`…; else a short name of what was found. */
  name: string
  value: string | null
  count: number | null
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

export type ExtractionFailure =
  | 'encrypted'
  | 'damaged'
  | 'image-only'
  | 'empty'
  | 'unsupported'
  | 'too-many-pages'
  | 'too-large'
  | 'too-slow'
  | 'too-much-memory'

/** A file that cannot be read. `message` is the sentence for the teacher: what happened, what is safe, what to do. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError'
  readonly failure: ExtractionFailure

  constructor(failure: ExtractionFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}
