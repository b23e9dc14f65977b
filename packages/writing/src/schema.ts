import { type Node, Schema } from 'prosemirror-model'

const element = (tag: string): [string, 0] => [tag, 0]

const levels = [1, 2, 3]

function checkLevel(level: unknown): void {
  if (!levels.some((known) => known === level)) throw new RangeError('There is no heading of this level')
}

/** What a text can contain. Records keep steps over this schema for years, so it may only grow. */
export const writingSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => element('p') },
    heading: {
      group: 'block',
      content: 'inline*',
      attrs: { level: { default: 1, validate: checkLevel } },
      defining: true,
      parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: (node) => element(`h${Number(node.attrs.level)}`),
    },
    blockquote: {
      group: 'block',
      content: 'block+',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => element('blockquote'),
    },
    bullet_list: {
      group: 'block',
      content: 'list_item+',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => element('ul'),
    },
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      parseDOM: [{ tag: 'ol' }],
      toDOM: () => element('ol'),
    },
    list_item: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: () => element('li'),
    },
    text: { group: 'inline' },
    hard_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      leafText: () => '\n',
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    footnote: {
      group: 'inline',
      content: 'text*',
      inline: true,
      atom: true,
      parseDOM: [{ tag: 'footnote' }],
      toDOM: () => element('footnote'),
    },
  },
  marks: {
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => element('strong') },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => element('em') },
  },
})

/** The text before the first key. */
export function emptyDocument(): Node {
  return writingSchema.node('doc', null, [writingSchema.node('paragraph')])
}

/** A text with the position of each of its units in the document; -1 for units that only the layout adds. */
interface PlacedText {
  text: string
  positions: Int32Array
}

/** The text as it is handed in: a blank line between blocks, and the footnotes at the end in their order. */
export function placedTextOf(document: Node): PlacedText {
  const pieces: { text: string; at: number }[] = []
  const footnotes: { text: string; at: number }[] = []
  let first = true
  const startLine = () => {
    if (!first) pieces.push({ text: '\n\n', at: -1 })
    first = false
  }
  document.descendants((node, position) => {
    if (!node.isTextblock) return true
    startLine()
    node.forEach((child, offset) => {
      const at = position + 1 + offset
      if (child.type.name === 'footnote') {
        footnotes.push({ text: child.textContent, at: at + 1 })
        pieces.push({ text: `[${footnotes.length}]`, at: -1 })
      } else pieces.push({ text: child.isText ? (child.text ?? '') : '\n', at })
    })
    return false
  })
  for (const [nth, note] of footnotes.entries()) {
    startLine()
    pieces.push({ text: `[${nth + 1}] `, at: -1 }, note)
  }
  return trimmed(pieces)
}

function trimmed(pieces: { text: string; at: number }[]): PlacedText {
  const joined = pieces.map(({ text }) => text).join('')
  const positions = new Int32Array(joined.length).fill(-1)
  let from = 0
  for (const { text, at } of pieces) {
    if (at >= 0) for (let nth = 0; nth < text.length; nth++) positions[from + nth] = at + nth
    from += text.length
  }
  const text = joined.trim()
  const start = joined.length - joined.trimStart().length
  return { text, positions: positions.subarray(start, start + text.length) }
}

export const textOf = (document: Node): string => placedTextOf(document).text
