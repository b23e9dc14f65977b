import { createHash } from 'node:crypto'

const styleLink = /<link rel="stylesheet"(?: crossorigin)? href="(\/[^"]+\.css)"\s*\/?>/g
const plainScript = /<script src="(\/[^"]+\.js)"><\/script>/g

/**
 * Writes the styles and the blocking scripts of a page into it: on a slow line each of them would cost the first paint a journey of its own. `read`
 * answers the content of one of our addresses, or null; what it does not know, or what would end its element early, stays a link.
 */
export function inline(html: string, read: (address: string) => string | null): string {
  const put = (element: 'style' | 'script') => (link: string, address: string) => {
    const content = read(address)?.trim()
    return content === undefined || content.includes(`</${element}`) ? link : `<${element}>${content}</${element}>`
  }
  return html.replace(styleLink, put('style')).replace(plainScript, put('script'))
}

/** What the content security policy must allow for the elements that `inline` wrote: the hash of each. */
export function inlineHashes(html: string): { styles: string[]; scripts: string[] } {
  const hashes = (element: RegExp) =>
    [...html.matchAll(element)].map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  return { styles: hashes(/<style>([\s\S]*?)<\/style>/g), scripts: hashes(/<script>([\s\S]*?)<\/script>/g) }
}
