import type { Extraction } from './extraction.ts'

/** Result of the reader of one file type; `extractBytes` validates and completes it. */
export type Reading = Pick<Extraction, 'paragraphs' | 'pageCount' | 'facts'>
