/** The name of the text file for an uploaded file: `essay.docx` gives `essay.txt`. */
export function textFilename(original: string | undefined): string {
  const stem = (original ?? '').replace(/\.[^.]*$/, '').trim()
  return `${stem || 'document'}.txt`
}

/** Hands a file to the browser to keep. */
export function keepFile(content: Blob, filename: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  URL.revokeObjectURL(address)
}

/** Hands the text to the browser as a UTF-8 file. */
export function downloadText(text: string, original: string | undefined): void {
  keepFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), textFilename(original))
}
