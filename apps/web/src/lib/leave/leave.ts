/**
 * Leaves the product for a page elsewhere.
 * @throws {Error} when the address is none that a browser may go to.
 */
export function leaveFor(url: string): void {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Only web pages can be opened.')
  window.location.assign(href)
}
