import type { Extraction } from './extraction.ts'

/** What a reader of one file type found; `extractBytes` checks and completes it. */
export type Reading = Pick<Extraction, 'paragraphs' | 'pageCount' | 'facts'>
