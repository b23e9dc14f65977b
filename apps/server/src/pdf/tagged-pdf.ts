import { buffer } from 'node:stream/consumers'
import type { Margins, PageSize, StyleDictionary, TDocumentDefinitions } from 'pdfmake/interfaces.d.ts'
import { faces } from './fonts.ts'
import {
  type Box,
  Draw,
  type Drawn,
  Layout,
  type Line,
  normalizePageMargin,
  normalizePageSize,
  type Page,
  PdfDocument,
  type PdfKitDocument,
  type Shape,
} from './pdfmake-parts.ts'
import { type Structure, type StructureElement, structureOf } from './structure.ts'

/*
 * pdfmake lays out pages and draws them, but writes no structure for screen readers. So its layout is told
 * which element each line and shape belongs to, and its renderer marks them with the calls that PDFKit, on
 * which it is built, has for structure.
 */

/** Notes with each line and shape which element it belongs to. */
class TaggedLayout extends Layout {
  private readonly ownerOf: Structure['ownerOf']

  constructor(size: object, margins: object, ownerOf: Structure['ownerOf']) {
    super(size, margins)
    this.ownerOf = ownerOf
  }

  override buildNextLine(node: object): Line | null {
    const line = super.buildNextLine(node)
    return line && Object.assign(line, { element: this.ownerOf.get(node) })
  }

  override processCanvas(node: { canvas: Shape[] }): void {
    for (const shape of node.canvas) shape.element = this.ownerOf.get(node)
    super.processCanvas(node)
  }
}

/** What was drawn for one element. */
interface Drawing {
  contents: object[]
  pages: Set<number>
  box: Box
}

/** Draws each line and shape as content of its element, or as an artifact if it has none. */
class TaggedRenderer extends Draw {
  readonly drawings = new Map<StructureElement, Drawing>()
  private open: StructureElement | 'artifact' | null = null
  private page = 0

  override renderPages(pages: Page[]): void {
    for (const page of pages) {
      this.page++
      super.renderPages([page])
      this.close()
    }
  }

  override renderLine(line: Line, x: number, y: number): void {
    this.mark(line, [x, y, x + line.getWidth(), y + line.getHeight()])
    super.renderLine(line, x, y)
  }

  override renderVector(shape: Shape): void {
    this.mark(shape, boxOf(shape))
    super.renderVector(shape)
  }

  private mark({ element }: Drawn, box: Box): void {
    const drawing = element && this.drawingOf(element)
    // The head of a table stands again on each of its pages, but is read once.
    const isRepeated =
      drawing !== undefined &&
      element?.scope === 'Column' &&
      drawing.pages.size > 0 &&
      !drawing.pages.has(this.page)
    const marked = element === undefined || isRepeated ? 'artifact' : element
    if (drawing && !isRepeated) {
      drawing.pages.add(this.page)
      drawing.box = around(drawing.box, box)
    }
    if (this.open === marked) return
    this.close()
    this.open = marked
    if (marked === 'artifact')
      this.pdfDocument.markContent('Artifact', { type: isRepeated ? 'Pagination' : 'Layout' })
    else drawing?.contents.push(this.pdfDocument.markStructureContent(marked.type))
  }

  private drawingOf(element: StructureElement): Drawing {
    const drawing = this.drawings.get(element) ?? {
      contents: [],
      pages: new Set<number>(),
      box: [Infinity, Infinity, -Infinity, -Infinity] satisfies Box,
    }
    this.drawings.set(element, drawing)
    return drawing
  }

  private close(): void {
    if (this.open !== null) this.pdfDocument.endMarkedContent()
    this.open = null
  }
}

function around([left, top, right, bottom]: Box, [x1, y1, x2, y2]: Box): Box {
  return [Math.min(left, x1), Math.min(top, y1), Math.max(right, x2), Math.max(bottom, y2)]
}

function boxOf({ x = 0, y = 0, w = 0, h = 0, r1 = 0, r2 = 0, x1, y1, x2, y2, points }: Shape): Box {
  const corners = points ?? [
    { x: (x1 ?? x) - r1, y: (y1 ?? y) - r2 },
    { x: (x2 ?? x + w) + r1, y: (y2 ?? y + h) + r2 },
  ]
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Writes the structure, once everything is drawn. */
function addStructure(
  document: PdfKitDocument,
  root: StructureElement,
  drawings: TaggedRenderer['drawings'],
): void {
  const written = (element: StructureElement): object => {
    const drawing = drawings.get(element)
    const { type, alt, scope, children } = element
    const options = {
      ...(alt === undefined ? {} : { alt }),
      ...(scope === undefined ? {} : { scope }),
      ...(type === 'Figure' && drawing ? { bbox: drawing.box } : {}),
    }
    return document.struct(type, options, [...(drawing?.contents ?? []), ...children.map(written)])
  }
  document.addStructure(written(root))
}

/**
 * Names the standard in the metadata. PDFKit's option for it also adds lists of characters to fonts, which
 * the standard wants complete and are not.
 */
const conformance = `<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`

const fontFiles = new Set(Object.values(faces).flatMap((face) => Object.values(face)))

export interface PageDefinition extends Pick<TDocumentDefinitions, 'content' | 'footer' | 'pageBreakBefore'> {
  pageSize: PageSize
  pageMargins: Margins
  styles: StyleDictionary
  defaultStyle: object
  language: string
  info: Record<string, string>
  compress?: boolean
}

/** The pages of a document as they will be drawn, and the structure of what is on them. */
function layOut(definition: PageDefinition) {
  const {
    content,
    styles,
    defaultStyle,
    footer,
    pageBreakBefore,
    language,
    info,
    compress = true,
  } = definition
  const size = normalizePageSize(definition.pageSize)
  const options = {
    size: [size.width, size.height],
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    info,
    compress,
    autoFirstPage: false,
    font: null,
  }
  const document = new PdfDocument(faces, {}, {}, {}, options, null, (path) => fontFiles.has(path))
  const { root, ownerOf } = structureOf(content)
  const layout = new TaggedLayout(size, normalizePageMargin(definition.pageMargins), ownerOf)
  const pages = layout.layoutDocument(
    [content].flat(),
    document,
    styles,
    defaultStyle,
    undefined,
    undefined,
    footer,
    undefined,
    pageBreakBefore,
  )
  return { document, root, pages }
}

/** How many pages a document takes. Its content is used up by that. */
export function countPages(definition: PageDefinition): number {
  return layOut(definition).pages.length
}

/**
 * Makes a PDF that conforms to PDF/UA-1, the standard for PDFs that screen readers can read. Text from
 * outside must never make it read a file that is not a font; it has no means to fetch anything.
 */
export function makeTaggedPdf(definition: PageDefinition): Promise<Buffer> {
  const { document, root, pages } = layOut(definition)
  document.appendXML(conformance)
  const renderer = new TaggedRenderer(document)
  renderer.renderPages(pages)
  addStructure(document, root, renderer.drawings)
  document.end()
  return buffer(document)
}
