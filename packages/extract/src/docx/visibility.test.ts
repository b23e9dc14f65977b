import { describe, expect, test } from 'vitest'
import { docxOf, paragraphXml } from '../../fixtures/hostile.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const words = 'Five words in white letters'
const white = '<w:color w:val="FFFFFF"/>'
const body = paragraphXml('Words in black.')
const inWhite = (style = '', properties = '') =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}${properties}</w:pPr><w:r><w:rPr>${white}</w:rPr><w:t>${words}</w:t></w:r></w:p>`
const table = (properties: string, cellProperties = '') =>
  `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tr><w:tc><w:tcPr>${cellProperties}</w:tcPr>${inWhite()}</w:tc></w:tr></w:tbl>`
const style = (id: string, inside: string, type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/>${inside}</w:style>`
const blue = '<w:shd w:val="clear" w:color="auto" w:fill="1F4E79"/>'
const none = '<w:shd w:val="clear" w:color="auto" w:fill="auto"/>'
const styles = [
  style('Shaded', `<w:pPr>${blue}</w:pPr>`),
  style('Heading', '<w:basedOn w:val="Shaded"/>'),
  style(
    'Firm',
    `<w:tblPr/><w:tblStylePr w:type="firstRow"><w:rPr>${white}</w:rPr><w:tcPr>${blue}</w:tcPr></w:tblStylePr>`,
    'table',
  ),
  style('FirmToo', '<w:basedOn w:val="Firm"/>', 'table'),
  style('z-TopofForm', '<w:rPr><w:vanish/></w:rPr>'),
].join('')

async function read(inside: string) {
  const part = { name: 'word/styles.xml', data: `<w:styles xmlns:w="w">${styles}</w:styles>` }
  const { text, facts } = await extractBytes(docxOf(body + inside, [part]))
  return {
    isRead: text.includes(words),
    hidden: facts.filter(({ kind }) => kind === 'hidden-text').map(({ name, count }) => `${name} ${count}`),
  }
}

const floating = (behind: string, size = 3_000_000) =>
  `<w:p><w:r><w:drawing><wp:anchor xmlns:wp="wp" behindDoc="${behind}"><wp:extent cx="${size}" cy="${size}"/><wp:wrapNone/></wp:anchor></w:drawing></w:r></w:p>`

describe('white text of a DOCX is read', () => {
  test.each([
    ['in a paragraph style that is shaded', inWhite('Shaded')],
    ['in a style that builds on a shaded one', inWhite('Heading')],
    [
      'in a shaded paragraph whose run clears its own shading',
      inWhite('Shaded').replace(white, white + none),
    ],
    ['on a pattern', inWhite('', '<w:shd w:val="pct75" w:color="auto" w:fill="auto"/>')],
    ['on a solid colour', inWhite('', '<w:shd w:val="solid" w:color="000000" w:fill="FFFFFF"/>')],
    ['in a table whose style shades a part of it', table('<w:tblStyle w:val="Firm"/>')],
    ['in a table whose style builds on such a one', table('<w:tblStyle w:val="FirmToo"/>')],
    ['in a shaded table', table(blue)],
    ['in a shaded cell', table('', blue)],
    ['beside a picture that lies behind the text', floating('1') + inWhite()],
    ['above a picture that lies behind the text', inWhite() + floating('1')],
  ])('%s', async (_, inside) => {
    expect(await read(inside)).toEqual({ isRead: true, hidden: [] })
  })
})

describe('white text of a DOCX is hidden', () => {
  test.each([
    ['on paper', inWhite()],
    ['in a paragraph that clears the shading of its style', inWhite('Shaded', none)],
    ['in a cell that clears the shading of its table', table('<w:tblStyle w:val="Firm"/>', none)],
    [
      'on a pattern of white on white',
      inWhite('', '<w:shd w:val="pct75" w:color="FFFFFF" w:fill="FFFFFF"/>'),
    ],
    ['after a shaded table', table(blue).replace(words, 'Other') + inWhite()],
    ['beside a picture before which the text lies', floating('0') + inWhite()],
    ['beside an icon', floating('1', 90_000) + inWhite()],
    ['pages after a picture that lies behind the text', floating('1') + body.repeat(40) + inWhite()],
  ])('%s', async (_, inside) => {
    expect(await read(inside)).toEqual({ isRead: false, hidden: ['white 5'] })
  })
})

test('says nothing about the hidden marks around a form that was pasted from a web page', async () => {
  const mark =
    '<w:p><w:pPr><w:pStyle w:val="z-TopofForm"/></w:pPr><w:r><w:t>Top of the Form that was pasted</w:t></w:r></w:p>'
  expect((await read(mark)).hidden).toEqual([])
})

const vanished = (...texts: string[]) =>
  `<w:p>${texts.map((text) => `<w:r><w:rPr><w:vanish/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`).join('')}</w:p>`

test.each([
  ['Top of Form', 'Bottom of Form'],
  ['Formularbeginn', 'Formularende'],
  ['Haut du formulaire', 'Bas du formulaire'],
  ['Principio del formulario', 'Final del formulario'],
  ['Inizio modulo', 'Fine modulo'],
])('says nothing about the marks "%s" and "%s", whatever their style', async (top, bottom) => {
  const [first = '', ...rest] = top.split(' ')
  const marks = vanished(top) + body + vanished(bottom) + vanished(first, ` ${rest.join(' ')}`.trimEnd())
  expect((await read(marks)).hidden).toEqual([])
  expect((await read(vanished(`${top} five words of hidden text`))).hidden).toHaveLength(1)
})

test('says nothing about the source of a formula, which Wikipedia hides behind its picture', async () => {
  const formula = vanished('{\\displaystyle |V|-1}', '{\\textstyle \\sum _{k=1}^{n}k}')
  expect((await read(body + formula)).hidden).toEqual([])
  for (const around of [
    '{\\displaystyle x} five words of hidden text',
    '{\\displaystyle ignore, all words of the essay}',
  ])
    expect((await read(vanished(around))).hidden).toHaveLength(1)
})

test('says nothing about hidden figures, which hide no words', async () => {
  const figures = (text: string) => inWhite().replace(words, text)
  expect((await read(['0%', '0,0 %', '12.5', '–'].map(figures).join(''))).hidden).toEqual([])
})
