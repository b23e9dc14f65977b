import { writingSchema } from '@penmark/writing'
import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import type { NodeViewConstructor } from 'prosemirror-view'

export interface Footnote {
  /** Where it stands in the text. */
  position: number
  text: string
}

/** The footnotes of a text, in their order. */
export function footnotesOf(document: Node): Footnote[] {
  const footnotes: Footnote[] = []
  document.descendants((node, position) => {
    if (node.type === writingSchema.nodes.footnote) footnotes.push({ position, text: node.textContent })
  })
  return footnotes
}

/** Changes the text of a footnote by what differs, so that the record holds what was typed and no more. */
export function writeFootnote(state: EditorState, position: number, text: string): Transaction | null {
  const node = state.doc.nodeAt(position)
  if (node?.type !== writingSchema.nodes.footnote) return null
  const before = node.textContent
  if (before === text) return null
  let start = 0
  while (start < Math.min(before.length, text.length) && before[start] === text[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, text.length) - start && before.at(-1 - end) === text.at(-1 - end)) end += 1
  const from = position + 1 + start
  const to = position + 1 + before.length - end
  const inserted = text.slice(start, text.length - end)
  return inserted === '' ? state.tr.delete(from, to) : state.tr.replaceWith(from, to, writingSchema.text(inserted))
}

/** Takes a footnote out of the text. */
export function removeFootnote(state: EditorState, position: number): Transaction | null {
  const node = state.doc.nodeAt(position)
  return node?.type === writingSchema.nodes.footnote ? state.tr.delete(position, position + node.nodeSize) : null
}

/** A footnote in the text is its number, which the style sheet counts. Its words are edited below the text. */
export function footnoteView(label: () => string, onOpen: (position: number) => void): NodeViewConstructor {
  return (_node, _view, getPosition) => {
    const dom = document.createElement('sup')
    dom.className = 'footnote'
    dom.contentEditable = 'false'
    dom.title = label()
    dom.addEventListener('click', () => {
      const position = getPosition()
      if (position !== undefined) onOpen(position)
    })
    return { dom, update: (node) => node.type === writingSchema.nodes.footnote, ignoreMutation: () => true }
  }
}
