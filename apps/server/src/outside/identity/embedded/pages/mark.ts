import { brand } from '@penmark/contract'
import { html } from './markup.ts'

const { size, corner, pen, line } = brand.mark

/** The product's mark. Its colours stand in the style sheet: the content security policy allows none here. */
export const mark = html`<svg viewBox="0 0 ${size} ${size}" aria-hidden="true"><rect class="mark-ground" width="${size}" height="${size}" rx="${corner}"/><path class="mark-pen" d="${pen.path}"/><path class="mark-line" d="${line.path}"/></svg>`
