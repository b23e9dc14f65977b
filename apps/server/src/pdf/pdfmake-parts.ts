import { createRequire } from 'node:module'
import type { Margins, PageSize, TDocumentDefinitions } from 'pdfmake/interfaces.d.ts'
import type { StructureElement } from './structure.ts'

/**
 * The parts of pdfmake that lay out and draw pages, as far as they are used here. They have no published
 * types.
 */

export interface Drawn {
  /** Undefined for decoration and for the footer. */
  element?: StructureElement | undefined
}

export interface Line extends Drawn {
  x: number
  y: number
  getWidth(): number
  getHeight(): number
}

export interface Shape extends Drawn {
  x?: number
  y?: number
  w?: number
  h?: number
  r1?: number
  r2?: number
  x1?: number
  y1?: number
  x2?: number
  y2?: number
  points?: { x: number; y: number }[]
}

export type Box = [left: number, top: number, right: number, bottom: number]

/** The calls of PDFKit for tagged PDFs. */
export interface PdfKitDocument extends NodeJS.ReadableStream {
  appendXML(description: string): void
  markStructureContent(type: string): object
  markContent(type: 'Artifact', options: { type: 'Layout' | 'Pagination' }): void
  endMarkedContent(): void
  struct(type: string, options: { alt?: string; scope?: string; bbox?: Box }, children: object[]): object
  addStructure(element: object): void
  end(): void
}

export interface Page {
  items: unknown[]
}

interface LayoutBuilder {
  buildNextLine(node: object): Line | null
  processCanvas(node: { canvas: Shape[] }): void
  layoutDocument(
    content: object,
    document: PdfKitDocument,
    styles: object,
    defaultStyle: object,
    background: undefined,
    header: undefined,
    footer: TDocumentDefinitions['footer'],
    watermark: undefined,
    pageBreakBefore: TDocumentDefinitions['pageBreakBefore'],
  ): Page[]
}

interface Renderer {
  pdfDocument: PdfKitDocument
  renderPages(pages: Page[]): void
  renderLine(line: Line, x: number, y: number): void
  renderVector(shape: Shape): void
}

const load = createRequire(import.meta.url)
const part = (name: string) => load(`pdfmake/js/${name}.js`) as Record<string, unknown>
export const PdfDocument = part('PDFDocument').default as new (
  fonts: object,
  images: object,
  patterns: object,
  attachments: object,
  options: object,
  virtualFiles: null,
  allowsFile: (path: string) => boolean,
) => PdfKitDocument
export const Layout = part('LayoutBuilder').default as new (size: object, margins: object) => LayoutBuilder
export const Draw = part('Renderer').default as new (document: PdfKitDocument) => Renderer
export const { normalizePageSize, normalizePageMargin } = part('PageSize') as {
  normalizePageSize(size: PageSize): { width: number; height: number }
  normalizePageMargin(margins: Margins): object
}
