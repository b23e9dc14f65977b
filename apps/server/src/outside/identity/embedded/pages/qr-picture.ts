import encodeQr from 'qr'
import { html, type Markup } from './markup.ts'

/** Modules of empty paper around the code: a reader looks for them. */
const border = 4

/** A QR code as a drawing within the page: dark on white in any theme, because not every reader takes the opposite. */
export function qrPicture(text: string, label: string): Markup {
  const rows = encodeQr(text, 'raw', { border, ecc: 'medium' })
  const size = rows.length
  const runs = rows.flatMap((row, y) => {
    const dark = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...dark.matchAll(/1+/g)].map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`)
  })
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect class="qr-paper" width="${size}" height="${size}"/><path class="qr-ink" d="${runs.join('')}"/></svg>`
}
