import { expect, test } from 'vitest'
import { bitmapPage } from '../../fixtures/pdf-writer.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const sentence = 'The de\x02nition of a long and plain sentence stands here, with not much lost in it at all.'
const lostIn = async (text: string) =>
  (await extractBytes(bitmapPage(text))).facts.filter(({ name }) => name === 'unknown-letters')

test('says how many words have letters that no font names', async () => {
  expect(await lostIn(sentence)).toEqual([
    { kind: 'left-out', name: 'unknown-letters', value: null, count: 1 },
  ])
  expect(await lostIn(sentence.replace('\x02', 'fi'))).toEqual([])
})

test('does not take the signs of formulas for lost letters', async () => {
  expect(await lostIn(`${sentence.replace('\x02', 'fi')} We set y \x02 x and f(\x02x) below.`)).toEqual([])
})

test('gives no text to score where many words have lost letters', async () => {
  const damaged = 'Plain sen\x02ences of \x02ords and \x03etters that no\x04ody named are lo\x02t.'
  await expect(extractBytes(bitmapPage(damaged))).rejects.toMatchObject({ code: 'pdf_letters_unknown' })
})

test('gives no text to score where letters are numbered as they come', async () => {
  const letters = [...new Set(sentence)]
  const numbered = Array.from(sentence, (letter) => String.fromCharCode(letters.indexOf(letter)))
  const others = String.fromCharCode(...Array.from({ length: 130 }, (_, code) => code))
  await expect(extractBytes(bitmapPage(`${numbered.join('')}${others}`))).rejects.toMatchObject({
    code: 'pdf_letters_unknown',
  })
})
