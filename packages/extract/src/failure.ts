import { ExtractionError, type ExtractionFailure } from './extraction.ts'

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
    happened: 'This scan is too poorly readable for a finding: it is blurred, faint or noisy, or it is handwriting, which we do not read.',
    todo: 'Scan printed pages again at 300 dots per inch, or upload the original document.',
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
 * where the caller knows a figure. No part may contain the words "limit" or "exceeded", which the client takes for a spent allowance.
 */
export function extractionError(failure: ExtractionFailure, options: { happened?: string; cause?: unknown } = {}): ExtractionError {
  const { happened, todo } = sentences[failure]
  return new ExtractionError(failure, `${options.happened ?? happened} ${safe} ${todo}`, { cause: options.cause })
}
