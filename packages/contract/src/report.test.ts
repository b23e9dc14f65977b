import { expect, it } from 'vitest'
import { PlainFact } from './report.ts'

it('tells recognised text apart from hidden text in reports stored before it had a kind of its own', () => {
  const stored = { kind: 'hidden-text', name: 'recognised-pages', value: null, count: 2 }
  expect(PlainFact.parse(stored)).toEqual({ kind: 'recognised-text', name: 'pages', value: null, count: 2 })
  const hidden = { kind: 'hidden-text', name: 'no-ink', value: 'Glass words.', count: 2 }
  expect(PlainFact.parse(hidden)).toEqual(hidden)
})
