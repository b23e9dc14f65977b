import type { Node } from 'prosemirror-model'

/** The text as it is handed in: blocks in lines of their own, a blank line between paragraphs, footnotes at the end in their order. */
export function textOf(document: Node): string {
  const lines: string[] = []
  const footnotes: string[] = []
  document.descendants((node) => {
    if (!node.isTextblock) return true
    let line = ''
    node.forEach((child) => {
      if (child.type.name === 'footnote') {
        footnotes.push(child.textContent)
        line += `[${footnotes.length}]`
      } else line += child.isText ? (child.text ?? '') : '\n'
    })
    lines.push(line)
    return false
  })
  const notes = footnotes.map((note, at) => `[${at + 1}] ${note}`)
  return [...lines, ...notes].join('\n\n').trim()
}
