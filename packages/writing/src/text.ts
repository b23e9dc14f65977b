import type { Node } from 'prosemirror-model'

/** A text with the position in the document at which each of its units stands; -1 for what only the layout adds. */
export interface PlacedText {
  text: string
  positions: Int32Array
}

/** The text as it is handed in: blocks in lines of their own, a blank line between paragraphs, footnotes at the end in their order. */
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
  const whole = pieces.map(({ text }) => text).join('')
  const positions = new Int32Array(whole.length).fill(-1)
  let from = 0
  for (const { text, at } of pieces) {
    if (at >= 0) for (let nth = 0; nth < text.length; nth++) positions[from + nth] = at + nth
    from += text.length
  }
  const text = whole.trim()
  const start = whole.length - whole.trimStart().length
  return { text, positions: positions.subarray(start, start + text.length) }
}

export const textOf = (document: Node): string => placedTextOf(document).text
