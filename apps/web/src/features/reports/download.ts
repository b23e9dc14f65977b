import { keepFile } from '../../lib/files/keep-file.ts'

/** The name of the text file for an uploaded file: `essay.docx` gives `essay.txt`. */
export function textFilename(original: string | undefined): string {
  const stem = (original ?? '').replace(/\.[^.]*$/, '').trim()
  return `${stem || 'document'}.txt`
}

/** Hands the text to the browser as a UTF-8 file. */
export function downloadText(text: string, original: string | undefined): void {
  keepFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), textFilename(original))
}
