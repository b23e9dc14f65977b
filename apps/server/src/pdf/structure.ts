import type { Content, ContentTable } from 'pdfmake/interfaces.d.ts'

/** Standard structure types of PDF 1.7, as far as they are used here. */
type StructureType =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'P'
  | 'BlockQuote'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'

/**
 * An element of the structure that screen readers follow. Text and shapes are drawn for elements without
 * children.
 */
export interface StructureElement {
  type: StructureType
  children: StructureElement[]
  /** What a figure shows, in words. */
  alt?: string
  /** Of a header cell: what it is the header of. */
  scope?: 'Column' | 'Row'
}

/**
 * The structure of a document, and the element that each of its nodes is drawn for. A node without one is
 * decoration.
 */
export interface Structure {
  root: StructureElement
  ownerOf: WeakMap<object, StructureElement>
}

/** A style says what a text is, as in a word processor. */
const typeOfStyle = new Map<string, StructureType>([
  ['document', 'H1'],
  ['verdict', 'H2'],
  ['heading', 'H2'],
  ['subheading', 'H3'],
  ['minorHeading', 'H4'],
  ['quote', 'BlockQuote'],
])

const alternatives = new WeakMap<object, string>()

/** A picture, with the words that stand for it where it cannot be seen. */
export function figure<Part extends Content & object>(alt: string, content: Part): Part {
  alternatives.set(content, alt)
  return content
}

/** The structure of a document in its reading order, which is the order of its parts. */
export function structureOf(content: Content): Structure {
  const ownerOf: Structure['ownerOf'] = new WeakMap()
  return { root: { type: 'Document', children: elementsOf(content, ownerOf) }, ownerOf }
}

function elementsOf(node: Content, ownerOf: Structure['ownerOf']): StructureElement[] {
  if (typeof node !== 'object') throw new Error('A text needs a node of its own.')
  if (Array.isArray(node)) return node.flatMap((each) => elementsOf(each, ownerOf))
  const alt = alternatives.get(node)
  if (alt !== undefined) return [ownedBy({ type: 'Figure', children: [], alt }, node, ownerOf)]
  if ('stack' in node) return elementsOf(node.stack, ownerOf)
  if ('columns' in node) return node.columns.flatMap((column) => elementsOf(column, ownerOf))
  if ('ul' in node) {
    const items = node.ul.map(
      (item): StructureElement => ({ type: 'LI', children: [cellOf('LBody', item, ownerOf)] }),
    )
    return [{ type: 'L', children: items }]
  }
  if ('table' in node) return tableOf(node.table, ownerOf)
  if ('text' in node) return [textOf(node, ownerOf)]
  return []
}

function textOf(node: Content & object, ownerOf: Structure['ownerOf']): StructureElement {
  const style = 'style' in node && typeof node.style === 'string' ? node.style : ''
  const type = typeOfStyle.get(style) ?? 'P'
  if (type === 'BlockQuote') return { type, children: [ownedBy({ type: 'P', children: [] }, node, ownerOf)] }
  return ownedBy({ type, children: [] }, node, ownerOf)
}

/** A cell or the body of a list item: a text is drawn for it, anything else is inside it. */
function cellOf(
  type: StructureType,
  node: Content,
  ownerOf: Structure['ownerOf'],
  scope?: 'Column' | 'Row',
): StructureElement {
  const head = scope === undefined ? { type } : { type, scope }
  const isText = typeof node === 'object' && 'text' in node
  return isText
    ? ownedBy({ ...head, children: [] }, node, ownerOf)
    : { ...head, children: elementsOf(node, ownerOf) }
}

/** Each row begins with its header. A table of a single cell only frames what is in it. */
function tableOf(
  { body, headerRows = 0 }: ContentTable['table'],
  ownerOf: Structure['ownerOf'],
): StructureElement[] {
  const rows = body as Content[][]
  const [only, ...others] = rows.flat()
  if (only !== undefined && others.length === 0) return elementsOf(only, ownerOf)
  const children = rows.map((cells, row): StructureElement => {
    const cell = (content: Content, column: number) => {
      if (row < headerRows) return cellOf('TH', content, ownerOf, 'Column')
      return column === 0 ? cellOf('TH', content, ownerOf, 'Row') : cellOf('TD', content, ownerOf)
    }
    return { type: 'TR', children: cells.map(cell) }
  })
  return [{ type: 'Table', children }]
}

/** Notes that a node, with all that it consists of, is drawn for an element. */
function ownedBy(element: StructureElement, node: Content, ownerOf: Structure['ownerOf']): StructureElement {
  if (typeof node !== 'object') return element
  ownerOf.set(node, element)
  const parts = Array.isArray(node)
    ? node
    : 'stack' in node
      ? [node.stack].flat()
      : 'columns' in node
        ? node.columns
        : []
  for (const part of parts) ownedBy(element, part, ownerOf)
  return element
}
