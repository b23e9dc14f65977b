import { ExtractionError, type ExtractionFailure } from '@penmark/extract'

const sentences: Record<ExtractionFailure, string> = {
  encrypted: 'It is protected with a password. Save a copy without the password and check that.',
  damaged: 'It is damaged or incomplete. Open it in the program that made it and save it again.',
  'image-only': 'It holds pictures of pages and no text. Check the document it was printed or scanned from.',
  empty: 'It holds no text.',
  unsupported: 'It is not a PDF, Word or plain text file, whatever its name says.',
  'too-many-pages': 'It has too many pages to read in one go. Split it into parts.',
  'too-large': 'It holds more than can be read in one go. Split it into parts.',
  'too-slow': 'Reading it took too long. Open it in the program that made it and save it again.',
  'too-much-memory': 'Reading it took too much memory. Open it in the program that made it and save it again.',
}

/** The message for a file that could not be scored. Unknown errors are rethrown. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ExtractionError) return sentences[error.failure]
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'There is no such file.'
  if (code === 'EISDIR') return 'It is a folder. Name the files in it.'
  if (code === 'EACCES' || code === 'EPERM') return 'You have no permission to read it.'
  throw error
}
