import serif from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'
import { preload } from 'react-dom'

/**
 * Fetches the font of students' texts beside the first calls of a screen that shows one, so that the text is
 * not first drawn in another font.
 */
export function preloadReadingFont(): void {
  preload(serif, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
