import { expect, test } from 'vitest'
import { idsBetween, toggled } from './use-row-selection.ts'

const order = ['a', 'b', 'c', 'd']

test('includes both ends, in either direction', () => {
  expect(idsBetween(order, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(order, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(order, 'c', 'c')).toEqual(['c'])
})

test('is a single row if nothing was clicked before, or that row has left the list', () => {
  expect(idsBetween(order, null, 'c')).toEqual(['c'])
  expect(idsBetween(order, 'gone', 'c')).toEqual(['c'])
  expect(idsBetween(order, 'a', 'gone')).toEqual([])
})

test('toggles without changing the given set', () => {
  const before = new Set(['a'])
  expect([...toggled(before, 'b')]).toEqual(['a', 'b'])
  expect([...toggled(before, 'a')]).toEqual([])
  expect([...before]).toEqual(['a'])
})
