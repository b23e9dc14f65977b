import { expect, test } from 'vitest'
import { docxOf, paragraphXml } from '../../fixtures/hostile.ts'
import { extractBytes } from '../files/extract-bytes.ts'

const text = (inside: string) => `<m:r><m:t xml:space="preserve">${inside}</m:t></m:r>`
const part = (name: string, inside: string) => `<m:${name}>${inside}</m:${name}>`
const fraction = (over: string, under: string, type = '') =>
  part('f', `${type && `<m:fPr><m:type m:val="${type}"/></m:fPr>`}${part('num', over)}${part('den', under)}`)
const within = (inside: string, signs = '') => part('d', `${part('dPr', signs)}${part('e', inside)}`)
const equation = (inside: string) => part('oMath', inside)
const run = (inside: string) => `<w:r><w:t xml:space="preserve">${inside}</w:t></w:r>`

/** The paragraph with these runs and equations. */
async function read(inside: string): Promise<string | undefined> {
  const body = `<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${inside}</w:p>`
  return (await extractBytes(docxOf(body + paragraphXml('After it.')))).paragraphs[0]
}

test.each([
  ['a fraction', text('speed=') + fraction(text('distance'), text('time')), 'speed=distance/time'],
  [
    'a fraction of sums',
    fraction(text('a+b'), text('time taken')) + text('=') + fraction(within(text('a-b')), text('c')),
    '(a+b)/(time taken)=(a-b)/c',
  ],
  ['a fraction within a fraction', fraction(fraction(text('a'), text('b')), text('c'), 'lin'), '(a/b)/c'],
  ['two numbers above each other', fraction(text('n'), text('k'), 'noBar'), 'n¦k'],
  ['brackets of the usual form', text('c') + within(text('mmol/L')) + text('=2'), 'c(mmol/L)=2'],
  [
    'brackets of other forms',
    within(text('x'), '<m:begChr m:val="|"/><m:endChr m:val="|"/>') +
      within(text('y'), '<m:begChr m:val="{"/><m:endChr m:val=""/>'),
    '|x|{y',
  ],
  [
    'brackets around several parts',
    text('f') + part('d', part('e', text('a')) + part('e', text('b'))),
    'f(a|b)',
  ],
  [
    'a sum with limits',
    part(
      'nary',
      `<m:naryPr><m:chr m:val="∑"/></m:naryPr>${part('sub', text('i=1'))}${part('sup', text('n'))}${part('e', text('i'))}`,
    ),
    '∑_(i=1)^n i',
  ],
  ['an integral', part('nary', part('sub', '') + part('sup', '') + part('e', text('x'))), '∫ x'],
  [
    'powers and indexes',
    part('sSup', part('e', text('x')) + part('sup', text('2'))) +
      text('+') +
      part('sSubSup', part('e', text('y')) + part('sub', text('1')) + part('sup', text('n+1'))),
    'x^2+y_1^(n+1)',
  ],
  [
    'roots and functions',
    part('rad', part('deg', '') + part('e', text('a+b'))) +
      text('=') +
      part('func', part('fName', text('sin')) + part('e', text('x'))),
    '√(a+b)=sin x',
  ],
  [
    'the power of a fraction',
    part('sSup', part('e', fraction(within(text('x-c')), text('v'))) + part('sup', text('∞'))),
    '((x-c)/v)^∞',
  ],
  [
    'words beside indexes and functions',
    part('sSub', part('e', text('a')) + part('sub', text(' n'))) +
      part('func', part('fName', text('cos')) + part('e', text('x'))) +
      text('+y') +
      part('func', part('fName', text('log')) + part('e', within(text('x')))),
    'a_n cos x+y log(x)',
  ],
  ['an accent', part('acc', part('e', text('v'))) + text('=1'), 'v=1'],
  ['equations below each other', part('eqArr', part('e', text('a=b')) + part('e', text('c=d'))), 'a=b c=d'],
])('reads %s as Word writes it in one line', async (_, inside, expected) => {
  expect(await read(`${run('So ')}${equation(inside)}${run(' holds.')}`)).toBe(`So ${expected} holds.`)
})

test('keeps equations apart that stand side by side', async () => {
  const three = ['a=b', 'c=d', 'e=f'].map((each) => equation(text(each)))
  expect(await read(three.join(''))).toBe('a=b c=d e=f')
  expect(await read(part('oMathPara', three.join('<m:r><w:br/></m:r>')))).toBe('a=b c=d e=f')
  expect(await read(`${three[0]}${run(', ')}${three[1]}${run('.')}`)).toBe('a=b, c=d.')
})

test('reports text that is hidden in an equation, and reads an equation that is broken', async () => {
  const hidden = '<m:r><w:rPr><w:vanish/></w:rPr><m:t>two words</m:t></m:r>'
  const body = `<w:p xmlns:m="m">${run('Seen.')}${equation(fraction(hidden, text('x')))}</w:p>`
  const { facts } = await extractBytes(docxOf(body))
  expect(facts).toContainEqual({ kind: 'hidden-text', name: 'vanish', value: 'two words', count: 2 })
  expect(await read(equation(part('f', text('lost?')) + part('e', text('=x'))))).toBe('lost?/=x')
  const deep = '<m:f><m:num>'.repeat(900)
  expect(await read(equation(`${deep}${text('x')}${'</m:num></m:f>'.repeat(900)}`))).toContain('x')
})
