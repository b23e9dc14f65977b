import { expect, test } from 'vitest'
import { docxOf, paragraphXml } from '../../fixtures/hostile.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const level = (depth: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`
const scheme = (id: number, ...levels: string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
const list = (id: number, of: number, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`
const item = (text: string, id: number, depth = 0) =>
  paragraphXml(text).replace(
    '<w:p>',
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>`,
  )

async function paragraphs(body: string, numbering: string, styles = ''): Promise<string[]> {
  const part = (name: string, inside: string) => ({
    name: `word/${name}.xml`,
    data: `<w:${name} xmlns:w="w">${inside}</w:${name}>`,
  })
  return (await extractBytes(docxOf(body, [part('numbering', numbering), part('styles', styles)]))).paragraphs
}

test('reads the numbers that Word shows before the items of a list', async () => {
  const numbering =
    scheme(
      0,
      level(0, 'decimal', '%1.'),
      level(1, 'lowerLetter', '(%2)'),
      level(2, 'lowerRoman', '%1.%2.%3'),
    ) + list(1, 0)
  const body =
    item('One.', 1) +
    item('First.', 1, 1) +
    item('Second.', 1, 1) +
    item('Deep.', 1, 2) +
    item('Two.', 1) +
    item('Again.', 1, 1)
  expect(await paragraphs(body, numbering)).toEqual([
    '1. One.',
    '(a) First.',
    '(b) Second.',
    '1.b.i Deep.',
    '2. Two.',
    '(a) Again.',
  ])
})

test('reads the numbers of a reference list, to which citations refer', async () => {
  const body =
    paragraphXml('As shown before [2].') + item('A. Ray, Bees, 2014.', 5) + item('B. Low, Sheds, 2015.', 5)
  expect(await paragraphs(body, scheme(3, level(0, 'decimal', '[%1]')) + list(5, 3))).toEqual([
    'As shown before [2].',
    '[1] A. Ray, Bees, 2014.',
    '[2] B. Low, Sheds, 2015.',
  ])
})

test('goes on counting in a list of the same scheme unless that begins anew', async () => {
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
  const numbering = scheme(0, level(0, 'upperRoman', '%1)')) + list(1, 0) + list(2, 0) + list(3, 0, restart)
  const body = item('One.', 1) + item('Two.', 2) + item('Three.', 3) + item('Four.', 3)
  expect(await paragraphs(body, numbering)).toEqual(['I) One.', 'II) Two.', 'I) Three.', 'II) Four.'])
})

test('numbers headings by their style, and nothing that a style or a paragraph takes out', async () => {
  const styles = `<w:style w:styleId="H1"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>
    <w:style w:styleId="H2"><w:basedOn w:val="H1"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>`
  const numbering = scheme(0, level(0, 'decimal', '%1'), level(1, 'decimal', '%1.%2')) + list(4, 0)
  const styled = (text: string, style: string, more = '') =>
    paragraphXml(text).replace('<w:p>', `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>`)
  const body =
    styled('Aims', 'H1') +
    styled('Scope', 'H2') +
    styled('Thanks', 'H1', '<w:numPr><w:numId w:val="0"/></w:numPr>') +
    styled('Methods', 'H1')
  expect(await paragraphs(body, numbering, styles)).toEqual(['1 Aims', '1.1 Scope', 'Thanks', '2 Methods'])
})

test('leaves bullets out, and counts no paragraph without text', async () => {
  const numbering =
    scheme(0, level(0, 'bullet', '\uf0b7')) + scheme(1, level(0, 'decimal', '%1.')) + list(1, 0) + list(2, 1)
  expect(
    await paragraphs(item('Bees.', 1) + item('One.', 2) + item('', 2) + item('Two.', 2), numbering),
  ).toEqual(['Bees.', '1. One.', '2. Two.'])
})
