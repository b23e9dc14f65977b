import type { WritingRecordEntry } from '@penmark/contract'
import { emptyDocument, writingSchema } from '@penmark/writing'
import { EditorState, type Transaction } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { readOwnRecord } from './own-record.ts'

test('tells a student how much they typed and what they pasted, over several pages of a record', async () => {
  let state = EditorState.create({ doc: emptyDocument(), schema: writingSchema })
  const entries: WritingRecordEntry[] = []
  const add = (origin: 'typing' | 'paste', transaction: Transaction) => {
    for (const step of transaction.steps) {
      const n = entries.length + 1
      entries.push({
        kind: 'step',
        at: Date.UTC(2026, 10, 23) + n * 1_000,
        client: 'client-a',
        n,
        origin,
        step: step.toJSON() as object as Record<string, unknown>,
      })
    }
    state = state.apply(transaction)
  }
  for (const letter of 'Harbours grew ') add('typing', state.tr.insertText(letter))
  add('paste', state.tr.insertText('because of the railway'))
  const pages = 3
  const record = await readOwnRecord(
    async (offset) => ({
      entries: entries.slice(offset, offset + Math.ceil(entries.length / pages)),
      offset,
      total: entries.length,
      hash: null,
      received: [],
    }),
    null,
  )
  expect(record.entries).toBe(15)
  expect(record.summary).toMatchObject({ words: 6, sessions: 1, typed: 12, pasted: 19 })
  expect(record.pastes).toMatchObject([{ words: 4, text: 'because of the railway' }])
})
