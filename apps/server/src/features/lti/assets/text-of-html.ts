import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

const hidden = ['head', 'script', 'style', 'template', 'noscript', 'iframe', 'object']
const blocks =
  /^(address|article|aside|blockquote|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|tbody|td|th|tr|ul)$/

/** The text that students typed into a platform's editor, one line per paragraph with an empty line between. */
export function textOfHtml(markup: string): string {
  const pieces: string[] = []
  // An explicit stack, because markup may be nested deeper than the call stack.
  const rest: (Node | string)[] = [parse(markup)]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node === 'string') pieces.push(node)
    else if (node.nodeName === '#text' && 'value' in node) pieces.push(node.value.replaceAll(/\s+/g, ' '))
    else if (node.nodeName === 'br') pieces.push('\n')
    else if ('childNodes' in node && !hidden.includes(node.nodeName)) {
      const isBlock = blocks.test(node.nodeName)
      if (isBlock) rest.push('\n\n')
      for (const child of node.childNodes.toReversed()) rest.push(child)
      if (isBlock) rest.push('\n\n')
    }
  }
  return pieces
    .join('')
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
