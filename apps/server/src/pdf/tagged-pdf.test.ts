import type { Content } from 'pdfmake/interfaces.d.ts'
import { expect, test } from 'vitest'
import { artifactsOf, expectAccessible } from '../testing/accessible-pdf.ts'
import { Typesetter } from './fonts.ts'
import { heading, line, list, type PrintContext, rowLines, subheading } from './layout.ts'
import { footer, renderPdf } from './render-pdf.ts'
import { figure } from './structure.ts'
import { loadWording } from './wording.ts'

const contextOf = async (language: string): Promise<PrintContext> => ({
  wording: await loadWording(language),
  typesetter: new Typesetter(),
})

function pdfOf(context: PrintContext, content: Content[]): Promise<Uint8Array> {
  const document = [line(context, 'An essay', { style: 'document' }), ...content]
  return renderPdf(context, { title: 'An essay', footer: footer(context, 'At the foot'), content: document })
}

const bar: Content = { canvas: [{ type: 'rect', x: 0, y: 0, w: 50, h: 9, color: '#333333' }] }

test('a screen reader gets headings, lists, tables and figures in the order of the page', async () => {
  const context = await contextOf('fr-FR')
  const columns: Content = { columns: [line(context, 'Left, first\nLeft, second'), line(context, 'Right')] }
  const table: Content = {
    table: {
      headerRows: 1,
      body: [
        ['Measure', 'Here'].map((name) => line(context, name)),
        ['Words', '12'].map((each) => line(context, each)),
      ],
    },
    layout: rowLines,
  }
  const pdf = await pdfOf(context, [
    heading(context, 'Qu’est-ce que cela veut dire\u00a0?'),
    subheading(context, 'More'),
    list(context, ['First', 'Second, on more than one line. '.repeat(8)]),
    columns,
    table,
    figure('Chart: 5 texts, from 1 to 9.', { stack: [bar, line(context, 'axis')] }),
  ])
  await expectAccessible(pdf)
})

test('the foot of each page and the repeated head of a table are not read out among the text', async () => {
  const context = await contextOf('en-GB')
  const rows = Array.from({ length: 90 }, (_, nth) => [line(context, `Row ${nth}`), line(context, 'value')])
  const pdf = await pdfOf(context, [
    {
      table: {
        headerRows: 1,
        body: [[line(context, 'Name'), line(context, 'Value')], ...rows] as Content[][],
      },
      layout: rowLines,
    },
  ])
  await expectAccessible(pdf)
  const [first, second] = await artifactsOf(pdf)
  expect(first).toBe('At the foot1/3')
  expect(second).toBe('NameValueAt the foot2/3')
})

test('a skipped heading, a figure without words and text in another order than the page shows are found', async () => {
  const context = await contextOf('en-GB')
  const faulty: [Content[], string][] = [
    [[subheading(context, 'Too deep')], 'headings nest'],
    [[figure('', { stack: [bar, line(context, 'axis')] })], 'says what it shows'],
    [
      [line(context, 'Read first'), line(context, 'Drawn above', { relativePosition: { x: 0, y: -60 } })],
      'is read after',
    ],
  ]
  for (const [content, message] of faulty)
    await expect(expectAccessible(await pdfOf(context, content))).rejects.toThrow(message)
})
