import { expect, it } from 'vitest'
import { rangeOf, toggled } from './use-row-selection.ts'

const order = ['a', 'b', 'c', 'd']

it('includes both ends, in either direction', () => {
  expect(rangeOf(order, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(order, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(order, 'c', 'c')).toEqual(['c'])
})

it('is a single row if nothing was clicked before, or that row has left the list', () => {
  expect(rangeOf(order, null, 'c')).toEqual(['c'])
  expect(rangeOf(order, 'gone', 'c')).toEqual(['c'])
  expect(rangeOf(order, 'a', 'gone')).toEqual([])
})

it('toggles without changing the given set', () => {
  const before = new Set(['a'])
  expect([...toggled(before, 'b')]).toEqual(['a', 'b'])
  expect([...toggled(before, 'a')]).toEqual([])
  expect([...before]).toEqual(['a'])
})
