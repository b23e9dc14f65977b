import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brand } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import { html } from './markup.ts'
import { style } from './style.ts'

const require = createRequire(import.meta.url)
const fonts = {
  'source-sans-3.woff2': '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  'source-serif-4.woff2': '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
}
const folder = `/identity/${createHash('sha256').update(style).digest('hex').slice(0, 12)}`

/** The URL contains the content's hash, so a browser may cache it forever. */
export const assetAddress = { style: `${folder}/style.css` } as const

/** Serves the style sheet and its fonts. */
export function addAssets(app: FastifyInstance): void {
  const add = (path: string, type: string, content: string | Buffer) =>
    app.get(path, (_request, reply) => reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(content))
  add(assetAddress.style, 'text/css; charset=utf-8', style)
  for (const [name, file] of Object.entries(fonts)) add(`${folder}/${name}`, 'font/woff2', readFileSync(require.resolve(file)))
}

const { size, corner, pen, line } = brand.mark

/** The product's mark. Its colours are in the style sheet, because the content security policy allows no inline style. */
export const mark = html`<svg viewBox="0 0 ${size} ${size}" aria-hidden="true"><rect class="mark-ground" width="${size}" height="${size}" rx="${corner}"/><path class="mark-pen" d="${pen.path}"/><path class="mark-line" d="${line.path}"/></svg>`
