import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyDocument, writingSchema } from './schema.ts'
import { applyEntry, type StepEntry, StepError } from './step.ts'

const entry = (step: Record<string, unknown>): StepEntry => ({
  kind: 'step',
  at: 0,
  client: 'page-aaaa',
  n: 1,
  origin: 'typing',
  step,
})
const insert = (from: number, content: unknown) =>
  entry({ stepType: 'replace', from, to: from, slice: { content } })

test('a step changes the text, and other entries do not', () => {
  const document = applyEntry(emptyDocument(), insert(1, [{ type: 'text', text: 'Harbour' }]))
  expect(document.textContent).toBe('Harbour')
  expect(applyEntry(document, { kind: 'blur', at: 1, client: 'page-aaaa', n: 2 })).toBe(document)
})

test.each<[string, StepEntry]>([
  ['of an unknown kind', entry({ stepType: 'explode', from: 0, to: 1 })],
  ['without a kind', entry({})],
  ['beyond the end', insert(500, [{ type: 'text', text: 'a' }])],
  ['at a negative place', insert(-1, [{ type: 'text', text: 'a' }])],
  ['at half a place', insert(0.5, [{ type: 'text', text: 'a' }])],
  ['with an unknown node', insert(1, [{ type: 'script' }])],
  ['with an unknown mark', insert(1, [{ type: 'text', text: 'a', marks: [{ type: 'link' }] }])],
  [
    'with a mark set twice',
    insert(1, [{ type: 'text', text: 'a', marks: [{ type: 'em' }, { type: 'em' }] }]),
  ],
  ['with text outside a paragraph', insert(0, [{ type: 'text', text: 'a' }])],
  [
    'with a broken node inside an inserted one',
    insert(0, [{ type: 'bullet_list', content: [{ type: 'list_item' }] }]),
  ],
  ['with a heading of level 9', insert(0, [{ type: 'heading', attrs: { level: 9 } }])],
  ['that sets a level that does not exist', entry({ stepType: 'attr', pos: 0, attr: 'level', value: 9 })],
  ['that deletes everything', entry({ stepType: 'replace', from: 0, to: 2 })],
])('a step %s is refused with a clear error', (_, broken) => {
  const heading = writingSchema.node('heading', { level: 1 })
  expect(() => applyEntry(writingSchema.node('doc', null, [heading]), broken)).toThrow(StepError)
})

test('text that is nested too deeply is refused before the stack overflows', () => {
  const nested = (depth: number): unknown =>
    JSON.parse(`${'{"type":"blockquote","content":['.repeat(depth)}{"type":"paragraph"}${']}'.repeat(depth)}`)
  expect(applyEntry(emptyDocument(), insert(0, [nested(10)])).childCount).toBe(2)
  for (const depth of [60, 20_000])
    expect(() => applyEntry(emptyDocument(), insert(0, [nested(depth)]))).toThrow(StepError)
})

test('no step violates the schema or throws any other error, whatever it contains', () => {
  const node = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.record({
        type: fc.constant('text'),
        text: fc.string(),
        marks: fc.constantFrom([{ type: 'em' }], undefined),
      }),
      fc.record({
        type: fc.constantFrom(...Object.keys(writingSchema.nodes)),
        attrs: fc.constantFrom({ level: 2 }, { level: 'x' }, undefined),
        content: fc.array(tie('node'), { maxLength: 3 }),
      }),
    ),
  })).node
  const place = fc.integer({ min: -1, max: 14 })
  const step = fc.record({
    stepType: fc.constantFrom(
      'replace',
      'replaceAround',
      'addMark',
      'removeMark',
      'attr',
      'addNodeMark',
      'docAttr',
    ),
    from: place,
    to: place,
    gapFrom: place,
    gapTo: place,
    pos: place,
    insert: fc.nat(3),
    attr: fc.constantFrom('level', 'other'),
    value: fc.constantFrom(1, 9, null),
    mark: fc.constant({ type: 'em' }),
    structure: fc.boolean(),
    slice: fc.record({ content: fc.array(node, { maxLength: 3 }), openStart: fc.nat(2), openEnd: fc.nat(2) }),
  })
  const start = applyEntry(
    emptyDocument(),
    insert(0, [{ type: 'heading', content: [{ type: 'text', text: 'Harbours' }] }]),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      let document = start
      for (const one of steps) {
        try {
          document = applyEntry(document, entry(one))
        } catch (error) {
          expect(error).toBeInstanceOf(StepError)
        }
      }
      document.check()
    }),
    { numRuns: 1_000 },
  )
})
