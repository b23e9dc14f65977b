import { expect, test } from 'vitest'
import { textOf, writingSchema } from './schema.ts'

const paragraph = (...content: Parameters<typeof writingSchema.node>[2][]) =>
  writingSchema.node('paragraph', null, content.flat() as never)

test('a text that is handed in has its footnotes at the end, numbered', () => {
  const note = writingSchema.node('footnote', null, writingSchema.text('Bell, 2019.'))
  const list = writingSchema.node('bullet_list', null, [
    writingSchema.node('list_item', null, [paragraph(writingSchema.text('First point'))]),
  ])
  const document = writingSchema.node('doc', null, [
    writingSchema.node('heading', { level: 2 }, writingSchema.text('Harbours')),
    paragraph(writingSchema.text('They grew late'), note, writingSchema.text('.')),
    list,
  ])
  expect(textOf(document)).toBe('Harbours\n\nThey grew late[1].\n\nFirst point\n\n[1] Bell, 2019.')
})
