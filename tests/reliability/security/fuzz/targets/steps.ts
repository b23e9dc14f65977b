import {
  asStored,
  canonicalEntries,
} from '../../../../../apps/server/src/features/authorship/writing/record/body.ts'
import { WritingBatchInput } from '../../../../../packages/contract/src/index.ts'
import {
  applyEntry,
  emptyDocument,
  type RecordEntry,
  StepError,
  textOf,
} from '../../../../../packages/writing/src/index.ts'
import { assertRule, type Target } from '../target.ts'
import { createValueReader, someBytes } from '../value.ts'

const client = 'result-editor'
const types = [
  'replace',
  'replaceAround',
  'addMark',
  'removeMark',
  'attr',
  'docAttr',
  'addNodeMark',
  'explode',
]
const nodes = [
  'paragraph',
  'heading',
  'blockquote',
  'bullet_list',
  'list_item',
  'hard_break',
  'footnote',
  'text',
  'doc',
  'script',
]
const words = [
  ...types,
  ...nodes,
  'strong',
  'em',
  'level',
  'content',
  'marks',
  'attrs',
  'type',
  'text',
  'slice',
  'from',
  'to',
  'openStart',
  'openEnd',
]

/** A step that is nearly one: its parts are of the format, their values are anything. */
function stepOf(reader: ReturnType<typeof createValueReader>, size: number): Record<string, unknown> {
  const { below, value, fields } = reader
  const position = () => (below(8) === 0 ? value() : below(size + 3))
  const node = (depth: number): Record<string, unknown> => {
    const type = nodes[below(nodes.length)] ?? 'text'
    if (type === 'text')
      return {
        type,
        text: reader.text(),
        ...(below(3) === 0 && { marks: [{ type: below(2) === 0 ? 'strong' : reader.text() }] }),
      }
    const content = depth > 6 ? [] : Array.from({ length: below(3) }, () => node(depth + 1))
    return {
      type,
      content,
      ...(type === 'heading' && { attrs: below(3) === 0 ? fields() : { level: below(5) } }),
    }
  }
  if (below(6) === 0) return fields()
  const content = below(5) === 0 ? value() : Array.from({ length: below(3) }, () => node(0))
  const slice = { content, openStart: below(3), openEnd: below(3) }
  const mark = { type: below(2) === 0 ? 'strong' : reader.text() }
  const at = {
    from: position(),
    to: position(),
    gapFrom: position(),
    gapTo: position(),
    insert: position(),
    pos: position(),
  }
  return {
    stepType: types[below(types.length)],
    ...at,
    ...(below(4) > 0 && { slice }),
    mark,
    attr: 'level',
    value: value(),
    structure: below(2) === 0,
  }
}

/** Batches of a student's editor, from the wire to the stored record and the text that they make. */
export const steps = (): Target => ({
  name: 'steps',
  seeds: someBytes('steps', 24),
  words,
  maxBytes: 4_000,
  run(input) {
    const reader = createValueReader(input, words)
    let document = emptyDocument()
    let entries: RecordEntry[] = []
    for (let n = 1; n <= 12; n += 1) {
      const step = n % 3 === 1 ? typed(reader.text(), 1) : stepOf(reader, document.content.size)
      const sent = { at: 1_700_000_000_000 + n, client, n, kind: 'step', origin: 'typing', step }
      const batch = WritingBatchInput.safeParse({ session: 'a', version: 0, entries: [sent] })
      if (!batch.success) continue
      const entry = asStored(batch.data.entries as RecordEntry[])
      try {
        document = entry.reduce(applyEntry, document)
      } catch (error) {
        assertRule(error instanceof StepError, 'A step that does not fit is refused as such')
        continue
      }
      document.check()
      textOf(document)
      entries = [...entries, ...entry]
    }
    const again = asStored(entries)
    assertRule(
      canonicalEntries(again) === canonicalEntries(entries),
      'A record is read back as it was stored',
    )
    assertRule(
      again.reduce(applyEntry, emptyDocument()).eq(document),
      'A stored record leads to the text that the student saw',
    )
  },
})

function typed(text: string, position: number): Record<string, unknown> {
  return { stepType: 'replace', from: position, to: position, slice: { content: [{ type: 'text', text }] } }
}
