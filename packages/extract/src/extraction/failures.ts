/**
 * Why a file cannot be read, each with its kind. The codes are stored and sent, so a code is never renamed. The
 * sentences are the server's (`apps/server/src/locale`) and the command line's.
 */
export const fileFailures = {
  file_encrypted: 'encrypted',
  file_damaged: 'damaged',
  file_embedded: 'damaged',
  pdf_letters_unknown: 'damaged',
  pdf_of_images: 'image-only',
  document_of_images: 'image-only',
  scan_unreadable: 'unreadable-scan',
  scan_uneven: 'unreadable-scan',
  scan_coarse: 'unreadable-scan',
  scan_faint: 'unreadable-scan',
  scan_blurred: 'unreadable-scan',
  scan_noisy: 'unreadable-scan',
  scan_too_slow: 'unreadable-scan',
  file_empty: 'empty',
  file_unsupported: 'unsupported',
  file_is_picture: 'unsupported',
  file_is_spreadsheet: 'unsupported',
  file_is_presentation: 'unsupported',
  file_is_open_document: 'unsupported',
  file_is_pages_document: 'unsupported',
  file_is_archive: 'unsupported',
  file_is_recording: 'unsupported',
  file_is_short_text: 'unsupported',
  word_too_old: 'unsupported',
  too_many_pages: 'too-many-pages',
  too_many_scanned_pages: 'too-many-pages',
  content_too_large: 'too-large',
  file_too_slow: 'too-slow',
  file_took_too_much_memory: 'too-much-memory',
} as const

export type FileFailureCode = keyof typeof fileFailures
