import { expect, it } from 'vitest'
import { idsBetween, toggled } from './use-row-selection.ts'

const order = ['a', 'b', 'c', 'd']

it('includes both ends, in either direction', () => {
  expect(idsBetween(order, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(order, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(idsBetween(order, 'c', 'c')).toEqual(['c'])
})

it('is a single row if nothing was clicked before, or that row has left the list', () => {
  expect(idsBetween(order, null, 'c')).toEqual(['c'])
  expect(idsBetween(order, 'gone', 'c')).toEqual(['c'])
  expect(idsBetween(order, 'a', 'gone')).toEqual([])
})

it('toggles without changing the given set', () => {
  const before = new Set(['a'])
  expect([...toggled(before, 'b')]).toEqual(['a', 'b'])
  expect([...toggled(before, 'a')]).toEqual([])
  expect([...before]).toEqual(['a'])
})
