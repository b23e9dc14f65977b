import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf } from './faults.ts'
import { countOf, pageOf } from './page.ts'
import { readRooms } from './rooms.ts'
import { readTests } from './test-names.ts'

const root = path.join(import.meta.dirname, '../..')
const rooms = readRooms()

function read(file: string): string | null {
  const place = path.join(root, file)
  return existsSync(place) ? readFileSync(place, 'utf8') : null
}

test('every row of a finished room is proved by an existing test, and every literal occurs in its stated place', () => {
  expect(faultsOf(rooms, { tests: readTests(), read })).toEqual([])
})

test('docs/spec-coverage.md is current (npm run spec-coverage writes it)', () => {
  expect(read('docs/spec-coverage.md') === pageOf(rooms)).toBe(true)
})

test('counts the proved rows of each room', () => {
  const counts = rooms.map((room) => ({ room, ...countOf(room) }))
  for (const { room, proved, all } of counts) {
    console.info(`${room.finished ? '✓' : ' '} ${room.room.padEnd(16)} ${String(proved).padStart(4)} of ${String(all).padStart(3)}`)
    expect(all, room.room).toBeGreaterThan(0)
    if (room.finished) expect(proved, room.room).toBe(all)
  }
})
