import { getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'

/** What is used here of PDF.js, whose own types refer to files that unpdf does not ship. */
interface Pdf {
  numPages: number
  getPage(number: number): Promise<Page>
  getMarkInfo(): Promise<unknown>
  getViewerPreferences(): Promise<unknown>
  getMetadata(): Promise<{
    info: { Language?: string; Title?: string }
    metadata: { getRaw(): string } | null
  }>
}

interface Page {
  getStructTree(): Promise<Element>
  getTextContent(options: { includeMarkedContent: true }): Promise<{ items: (Text | Mark)[] }>
}

interface Text {
  str: string
  transform: number[]
  height: number
}

/** The beginning of marked content, with the id of its node in the structure, or its end. */
interface Mark {
  type: string
  tag?: string
  id?: string | null
}

const openPdf = (pdf: Uint8Array): Promise<Pdf> => getDocumentProxy(new Uint8Array(pdf))

/** A node of the structure as PDF.js reads it: an element, or the content of one. */
interface Element {
  role: string
  alt?: string
  children: Node[]
}
type Node = Element | { type: string; id: string }

/** Text of one element, or none for an artifact, with where it stands on its page. */
interface Block {
  id: string
  left: number
  top: number
  bottom: number
}

interface Leaf {
  id: string
  /** The types of the elements around it, from the outermost. */
  within: string[]
}

const isElement = (node: Node): node is Element => 'children' in node

function leavesOf(node: Node, within: string[] = []): Leaf[] {
  if (!isElement(node)) return [{ id: node.id, within }]
  return node.children.flatMap((child) => leavesOf(child, [...within, node.role]))
}

function elementsOf(node: Node): Element[] {
  return isElement(node) ? [node, ...node.children.flatMap(elementsOf)] : []
}

/** The marked texts of a page, and the words that are neither marked nor an artifact. */
async function blocksOf(page: Page): Promise<{ blocks: Block[]; artifacts: string; unmarked: string }> {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const blocks = new Map<string, Block>()
  const open: (string | null)[] = []
  const loose = { artifacts: '', unmarked: '' }
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') open.pop()
      else open.push(item.id ?? (item.tag === 'Artifact' ? null : ''))
      continue
    }
    if (item.str.trim() === '') continue
    const id = open.at(-1)
    if (id === null) loose.artifacts += item.str
    else if (id === undefined || id === '') loose.unmarked += item.str
    else {
      const [left, bottom] = [Number(item.transform[4]), Number(item.transform[5])]
      const known = blocks.get(id) ?? { id, left, bottom, top: bottom }
      blocks.set(id, {
        id,
        left: Math.min(known.left, left),
        bottom: Math.min(known.bottom, bottom),
        top: Math.max(known.top, bottom + item.height / 2),
      })
    }
  }
  return { blocks: [...blocks.values()], ...loose }
}

/** The text drawn outside the structure, as repeated at the foot of each page. */
export async function artifactsOf(pdf: Uint8Array): Promise<string[]> {
  const document = await openPdf(pdf)
  return Promise.all(
    Array.from(
      { length: document.numPages },
      async (_, nth) => (await blocksOf(await document.getPage(nth + 1))).artifacts,
    ),
  )
}

/**
 * Fails unless a screen reader gets all text of a PDF in its visible order, with headings, lists, tables and
 * the meaning of figures.
 */
export async function expectAccessible(pdf: Uint8Array): Promise<void> {
  const document = await openPdf(pdf)
  const { info, metadata } = await document.getMetadata()
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  expect(info.Language).toMatch(/^(en|fr)-/)
  expect(info.Title).toBeTruthy()
  expect(metadata?.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(await document.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true })

  let headingLevel = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const tree = await page.getStructTree()
    const leaves = leavesOf(tree)
    const { blocks, unmarked } = await blocksOf(page)
    expect(unmarked, `page ${number}: text outside the structure`).toBe('')
    const order = new Map(leaves.map(({ id }, index) => [id, index]))
    const inFigures = new Set(leaves.filter(({ within }) => within.includes('Figure')).map(({ id }) => id))
    expect(blocks.filter(({ id }) => !order.has(id))).toEqual([])
    // Read from top to bottom, and columns from left to right.
    const read = blocks
      .filter(({ id }) => !inFigures.has(id))
      .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    for (const [index, block] of read.entries()) {
      const before = read[index - 1]
      if (before)
        expect(
          block.top < before.top || block.left > before.left,
          `page ${number}: ${block.id} is read after ${before.id}`,
        ).toBe(true)
    }
    for (const { role, children, alt } of elementsOf(tree)) {
      const level = Number(/^H(\d)$/.exec(role)?.[1] ?? 0)
      if (level > 0) {
        expect(level, 'headings nest').toBeLessThanOrEqual(headingLevel + 1)
        headingLevel = level
      }
      const roles = children.map((child) => (isElement(child) ? child.role : ''))
      if (role === 'Figure') expect(alt ?? '', 'a figure says what it shows').toMatch(/\w+ .*\w/)
      if (role === 'L') expect(new Set(roles)).toEqual(new Set(['LI']))
      if (role === 'Table') expect(new Set(roles)).toEqual(new Set(['TR']))
      if (role === 'TR') expect(roles[0], 'each row begins with its header').toBe('TH')
    }
  }
  expect(headingLevel).toBeGreaterThan(0)
  // PDF.js does not tell the scope of header cells.
  const count = (pattern: RegExp) => Buffer.from(pdf).toString('latin1').match(pattern)?.length ?? 0
  expect(count(/\/Scope \/(?:Row|Column)\b/g)).toBe(count(/\/S \/TH\b/g))
}
