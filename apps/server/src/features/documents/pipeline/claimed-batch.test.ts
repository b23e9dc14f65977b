import { expect, test } from 'vitest'
import { inBatches } from '../../../lib/batches.ts'
import { createGate } from '../../../testing/gate.ts'
import { createTeachersAtHand } from './claimed-batch.ts'

const documentOf = (teacher_id: string) => ({ row: { teacher_id } })

/**
 * Batches in which the documents of Ana wait until the gate opens, as they do for rows that her uploads lock.
 */
function open() {
  const gate = createGate()
  const atHand = createTeachersAtHand()
  const batches: string[][] = []
  const write = atHand.apart(() =>
    inBatches(async (documents: ReturnType<typeof documentOf>[]) => {
      const teachers = documents.map(({ row }) => row.teacher_id)
      batches.push(teachers)
      if (teachers.includes('ana')) await gate.passed
      return teachers
    }, 16),
  )
  const begin = (teacher_id: string) => {
    const document = documentOf(teacher_id)
    atHand.add(document)
    return document
  }
  return { gate, atHand, batches, write, begin }
}

test("nobody's document waits for those of a teacher who uploads many", async () => {
  const { gate, write, begin } = open()
  const many = [begin('ana'), begin('ana'), begin('ana')].map((document) => write(document))
  expect(await write(begin('bo'))).toBe('bo')
  gate.open()
  expect(await Promise.all(many)).toEqual(['ana', 'ana', 'ana'])
})

test('single documents of many teachers are written together', async () => {
  const { gate, atHand, batches, write, begin } = open()
  gate.open()
  const [first, second] = [begin('ana'), begin('ana')]
  atHand.remove(first)
  const calls = [second, begin('bo'), begin('cy')].map((document) => write(document))
  await Promise.all(calls)
  expect(batches).toEqual([['ana', 'bo', 'cy']])
})
