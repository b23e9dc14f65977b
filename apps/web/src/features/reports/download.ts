/** The name of the text file for an uploaded file: `essay.docx` gives `essay.txt`. */
export function textFilename(original: string | undefined): string {
  const stem = (original ?? '').replace(/\.[^.]*$/, '').trim()
  return `${stem || 'document'}.txt`
}

/** Hands the text to the browser as a UTF-8 file. */
export function downloadText(text: string, original: string | undefined): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = textFilename(original)
  link.click()
  URL.revokeObjectURL(address)
}
