import { expect, test } from 'vitest'
import { createRoundRobin } from './round-robin.ts'

test('serves everyone in turn, each in order of arrival', () => {
  const line = createRoundRobin<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) line.push(item.slice(0, 1), item)
  expect(line.take(4)).toEqual(['a1', 'b1', 'c1', 'a2'])
  line.push('d', 'd1')
  expect(line.take(9)).toEqual(['b2', 'a3', 'd1'])
  expect(line.length).toBe(0)
})

test('puts an item back first, and removes those that were cancelled', () => {
  const line = createRoundRobin<string>()
  for (const item of ['a1', 'a2', 'b1']) line.push(item.slice(0, 1), item)
  line.unshift('b', 'b0')
  line.remove('a', 'a1')
  line.remove('a', 'a1')
  expect(line.length).toBe(3)
  expect(line.clear()).toEqual(['b0', 'a2', 'b1'])
  expect(line.length).toBe(0)
})

test('gives the next item of the owner with the most items', () => {
  const line = createRoundRobin<string>()
  for (const item of ['a1', 'b1', 'b2', 'c1']) line.push(item.slice(0, 1), item)
  expect(line.takeFromLongest()).toEqual(['b1'])
  expect([...line.items()].sort()).toEqual(['a1', 'b2', 'c1'])
  expect(line.take(9)).toEqual(['a1', 'c1', 'b2'])
  expect(line.takeFromLongest()).toEqual([])
})
