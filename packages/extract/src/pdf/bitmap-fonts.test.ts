import { expect, test } from 'vitest'
import { bitmapPage } from '../../fixtures/pdf-writer.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const read = async (text: string) => (await extractBytes(bitmapPage(text))).text

test.each([
  [
    'T1',
    'Die De\x1cnition schlie\xfflich: o\x1bene P\x1danzen, o\x1ece, \xd6\x1bentlichkeit, \x12\xa9as\x10.',
    'Die Definition schließlich: offene Pflanzen, office, Öffentlichkeit, „ľas“.',
  ],
  [
    'T1 with no letters beyond ASCII',
    'The \x1crst o\x1ecial e\x1bect, rain.',
    'The first official effect, rain.',
  ],
  [
    'OT1',
    'The \x0crst o\x0ecial e\x0bect: a \x0deld, \\so" it\'s stra\x19e 1{2.',
    'The first official effect: a fleld, “so” it’s straße 1–2.',
  ],
])('reads the ligatures of bitmap fonts of LaTeX in %s', async (_, written, expected) => {
  expect(await read(written)).toBe(expected)
})

test('does not take the signs of a font of formulas for ligatures', async () => {
  expect(await read('\x0b = x \x0c y a e i n r s t')).not.toMatch(/f[fi]/)
  expect(await read('f \x0f g \x0e j \x32 r (')).not.toContain('ff')
})
