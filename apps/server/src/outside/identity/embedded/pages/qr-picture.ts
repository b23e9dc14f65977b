import encodeQr from 'qr'
import { html, type Markup } from './markup.ts'

/** Empty modules around the code, which readers need. */
const border = 4

/** A QR code as inline SVG: dark on white in any theme, because not every reader accepts the inverse. */
export function qrPicture(text: string, label: string): Markup {
  const rows = encodeQr(text, 'raw', { border, ecc: 'medium' })
  const size = rows.length
  const runs = rows.flatMap((row, y) => {
    const dark = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...dark.matchAll(/1+/g)].map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`)
  })
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect class="qr-paper" width="${size}" height="${size}"/><path class="qr-ink" d="${runs.join('')}"/></svg>`
}
