import { type Node, Schema } from 'prosemirror-model'

const whole = (tag: string): [string, 0] => [tag, 0]

const levels = [1, 2, 3]

function checkLevel(level: unknown): void {
  if (!levels.some((known) => known === level)) throw new RangeError('There is no heading of this level')
}

/** What a text can hold. Records keep steps over this schema for years, so it only ever grows. */
export const writingSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => whole('p') },
    heading: {
      group: 'block',
      content: 'inline*',
      attrs: { level: { default: 1, validate: checkLevel } },
      defining: true,
      parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: (node) => whole(`h${Number(node.attrs.level)}`),
    },
    blockquote: {
      group: 'block',
      content: 'block+',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => whole('blockquote'),
    },
    bullet_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ul' }], toDOM: () => whole('ul') },
    ordered_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ol' }], toDOM: () => whole('ol') },
    list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => whole('li') },
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
      toDOM: () => whole('footnote'),
    },
  },
  marks: {
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => whole('strong') },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => whole('em') },
  },
})

/** The text before the first key. */
export function emptyDocument(): Node {
  return writingSchema.node('doc', null, [writingSchema.node('paragraph')])
}
