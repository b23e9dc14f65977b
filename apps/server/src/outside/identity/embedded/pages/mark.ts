import { brand } from '@penmark/contract'
import { html } from './markup.ts'

const { size, corner, pen, line } = brand.mark

/** The product's mark. Its colours are in the style sheet, because the content security policy allows no inline style. */
export const mark = html`<svg viewBox="0 0 ${size} ${size}" aria-hidden="true"><rect class="mark-ground" width="${size}" height="${size}" rx="${corner}"/><path class="mark-pen" d="${pen.path}"/><path class="mark-line" d="${line.path}"/></svg>`
