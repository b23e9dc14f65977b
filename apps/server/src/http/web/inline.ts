import { createHash } from 'node:crypto'

const styleLink = /<link rel="stylesheet"(?: crossorigin)? href="(\/[^"]+\.css)"\s*\/?>/g
const plainScript = /<script src="(\/[^"]+\.js)"><\/script>/g

/**
 * Inlines a page's styles and blocking scripts: on a slow line each would delay the first paint by a round trip. `read` returns the content
 * of one of our URLs, or null. Unknown content, and content that would end its element early, stays a link.
 */
export function inline(html: string, read: (address: string) => string | null): string {
  const put = (element: 'style' | 'script') => (link: string, address: string) => {
    const content = read(address)?.trim()
    return content === undefined || content.includes(`</${element}`) ? link : `<${element}>${content}</${element}>`
  }
  return html.replace(styleLink, put('style')).replace(plainScript, put('script'))
}

/** The hashes that the content security policy needs for elements written by `inline`. */
export function inlineHashes(html: string): { styles: string[]; scripts: string[] } {
  const hashes = (element: RegExp) =>
    [...html.matchAll(element)].map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  return { styles: hashes(/<style>([\s\S]*?)<\/style>/g), scripts: hashes(/<script>([\s\S]*?)<\/script>/g) }
}
