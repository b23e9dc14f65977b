/** Downloads a file in the browser. */
export function saveFile(content: Blob, filename: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  URL.revokeObjectURL(address)
}

/**
 * Navigates to an external page.
 * @throws {Error} when the address is not http or https.
 */
export function leaveFor(url: string): void {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Only web pages can be opened.')
  window.location.assign(href)
}
