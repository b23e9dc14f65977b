import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('lets so many in at once, then who is urgent before who came earlier, and skips who gave up', async () => {
  const turns = createTurns(1)
  const { signal } = new AbortController()
  const leave = await turns.take(signal)
  const entered: string[] = []
  const gaveUp = new AbortController()
  const ask = async (name: string, isUrgent: boolean, by = signal) => {
    const done = await turns.take(by, isUrgent)
    entered.push(name)
    done()
  }
  const all = [ask('first', false), ask('gone', true, gaveUp.signal), ask('urgent', true), ask('last', false)]
  gaveUp.abort(new Error('gave up'))
  leave()
  expect(await Promise.allSettled(all)).toMatchObject([{}, { status: 'rejected' }, {}, {}])
  expect(entered).toEqual(['urgent', 'first', 'last'])
})
