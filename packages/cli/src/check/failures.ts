import { ExtractionError, type ExtractionFailure } from '@penmark/extract'

const sentences: Record<ExtractionFailure, string> = {
  encrypted: 'The file is password-protected. Save a copy without the password and check that.',
  damaged: 'The file is damaged or incomplete. Open it in the program that made it and save it again.',
  'image-only': 'The file contains pictures of pages but no text. Check the document it was printed or scanned from.',
  'unreadable-scan': 'The file is a scan too poorly readable for a finding, or handwriting. Scan printed pages again at 300 dots per inch.',
  empty: 'The file contains no text.',
  unsupported: 'The file is not a PDF, Word or plain text file, whatever its name says.',
  'too-many-pages': 'The file has too many pages to read at once. Split it into parts.',
  'too-large': 'The file is too large to read at once. Split it into parts.',
  'too-slow': 'Reading the file took too long. Open it in the program that made it and save it again.',
  'too-much-memory': 'Reading the file took too much memory. Open it in the program that made it and save it again.',
}

/** The message for a file that could not be scored. Unknown errors are rethrown. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ExtractionError) return sentences[error.failure]
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'There is no such file.'
  if (code === 'EISDIR') return 'This is a folder. List the files in it instead.'
  if (code === 'EACCES' || code === 'EPERM') return 'You do not have permission to read this file.'
  throw error
}
