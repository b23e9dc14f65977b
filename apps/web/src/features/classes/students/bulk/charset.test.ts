import { expect, test } from 'vitest'
import { differingLines, readingsOf } from './charset.ts'

/** Text whose letters beyond ASCII are given as bytes, such as `Dvo{f8}{e1}k`. */
function bytesOf(text: string): ArrayBuffer {
  const codes = [...text.matchAll(/\{([\da-f]{2})\}|([\s\S])/g)].map(([, byte, letter = '']) =>
    byte === undefined ? letter.charCodeAt(0) : Number.parseInt(byte, 16),
  )
  return new Uint8Array(codes).buffer
}

const namesIn = (text: string) => readingsOf(bytesOf(text)).map((reading) => reading.text)

test.each([
  ['German', 'M{fc}ller, J{f6}rg', 'Müller, Jörg'],
  ['French with é alone', 'Andr{e9},Chlo{e9}', 'André,Chloé'],
  ['Greek', '{cc}{e1}{f1}{df}{e1}', 'Μαρία'],
  ['of a Mac', 'Bront{91},Zo{91}', 'Brontë,Zoë'],
])('names are read without asking where only one reading is possible: %s', (_, bytes, names) => {
  expect(namesIn(bytes)).toEqual([names])
})

test.each([
  ['Czech', 'Dvo{f8}{e1}k', 'Dvořák'],
  ['Turkish', '{de}ahin', 'Şahin'],
  ['Russian', '{c8}{e2}{e0}{ed}', 'Иван'],
  ['French', 'H{e9}l{e8}ne', 'Hélène'],
])('the right reading is among those that are asked about: %s', (_, bytes, names) => {
  const readings = namesIn(bytes)
  expect(readings.length).toBeGreaterThan(1)
  expect(readings).toContain(names)
})

test('a question shows only lines that differ, three at most', () => {
  const list = ['Firstname,Lastname', 'Ada,Byron', ...Array<string>(5).fill('Anton,Dvo{f8}{e1}k')].join('\n')
  for (const lines of differingLines(readingsOf(bytesOf(list)))) {
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toMatch(/^Anton,Dvo.ák$/)
  }
})
