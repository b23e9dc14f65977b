import type {
  CanvasElement,
  CanvasPolyline,
  Content,
  CustomTableLayout,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.d.ts'
import type { Family, Typesetter } from './fonts.ts'
import type { Wording } from './wording.ts'

/** What every part of the PDF needs for drawing. */
export interface PrintContext {
  wording: Wording
  typesetter: Typesetter
}

/** Millimetres as points. */
const mm = (length: number) => (length * 72) / 25.4
export const page = {
  margins: [mm(20), mm(18), mm(20), mm(24)] as [number, number, number, number],
  width: mm(210) - 2 * mm(20),
}

export const ink = '#1d1b18'
export const quiet = '#57534c'
export const rule = '#8f8a80'

/** Strong, light and no mark, distinguishable in greyscale. */
export const markColours = { strong: '#b3541e', light: '#dfa368', none: '#cfd6d0' }

/** A style also says what a text is, for example a heading (structure.ts). */
export const styles = {
  title: { fontSize: 11, color: quiet, margin: [0, 0, 0, 2] as [number, number, number, number] },
  document: { fontSize: 20, bold: true, margin: [0, 0, 0, 2] as [number, number, number, number] },
  verdict: { fontSize: 18, bold: true },
  heading: { fontSize: 12, bold: true, margin: [0, 10, 0, 3] as [number, number, number, number] },
  subheading: { fontSize: 10, bold: true, margin: [0, 7, 0, 2] as [number, number, number, number] },
  minorHeading: { bold: true, margin: [0, 3, 0, 1] as [number, number, number, number] },
  quote: { margin: [6, 0, 0, 0] as [number, number, number, number] },
  quiet: { color: quiet },
  text: { fontSize: 10.5, lineHeight: 1.28 },
  small: { fontSize: 8.5, color: quiet },
  footer: { fontSize: 7.5, color: quiet },
}

/** Text from outside, in any script. Never parsed as markup. */
export function runsOf({ typesetter }: PrintContext, text: string, family: Family = 'sans') {
  return typesetter.runs(family, text)
}

/** A paragraph of plain text. */
export function line(context: PrintContext, text: string, style: object = {}): Content {
  return { text: runsOf(context, text), ...style }
}

export function heading(context: PrintContext, text: string): Content {
  return { text: runsOf(context, text), style: 'heading', headlineLevel: 1 }
}

/** The heading of a part of a section. */
export function subheading(context: PrintContext, text: string): Content {
  return { text: runsOf(context, text), style: 'subheading', headlineLevel: 1 }
}

/**
 * Starts a new page before a heading that would be the last on its page, alone or with other headings. The
 * footer is one of the nodes of its page.
 */
export const startsNewPage: NonNullable<TDocumentDefinitions['pageBreakBefore']> = (
  { headlineLevel },
  nodes,
) =>
  headlineLevel === 1 &&
  nodes
    .getFollowingNodesOnPage()
    .filter(({ text, canvas, style }) => (text !== undefined || canvas !== undefined) && style !== 'footer')
    .every((node) => node.headlineLevel === 1)

/** Lines between the rows of a table, darker under its head. */
export const rowLines: CustomTableLayout = {
  hLineWidth: (above, { table }) => (above === 0 || above === table.body.length ? 0 : 0.75),
  hLineColor: (above, { table }) => (above === table.headerRows ? ink : '#aaaaaa'),
  vLineWidth: () => 0,
  paddingLeft: (column) => (column === 0 ? 0 : 8),
  paddingRight: (column, { table }) => (column === (table.body[0]?.length ?? 0) - 1 ? 0 : 8),
}

export function list(context: PrintContext, items: string[]): Content {
  return {
    ul: items.map((item) => ({
      text: runsOf(context, item),
      margin: [0, 0.5, 0, 0.5] as [number, number, number, number],
    })),
    fontSize: 9.2,
    lineHeight: 1.12,
    markerColor: quiet,
  }
}

/**
 * Lines from point to point. When a page break makes pdfmake lay out the document again, it resets every
 * shape except the points of a polyline, which it has moved in place; so they are reset here.
 */
export function polyline(
  points: readonly { x: number; y: number }[],
  style: Omit<CanvasPolyline, 'type' | 'points'>,
): CanvasElement {
  const drawn = points.map((point) => ({ ...point }))
  let reset: () => void = () => undefined
  const shape: CanvasPolyline & { resetXY: () => void } = {
    type: 'polyline',
    points: drawn,
    ...style,
    get resetXY() {
      return () => {
        reset()
        for (const [index, point] of points.entries()) Object.assign(drawn[index] ?? {}, point)
      }
    },
    set resetXY(original) {
      reset = original
    },
  }
  return shape
}
