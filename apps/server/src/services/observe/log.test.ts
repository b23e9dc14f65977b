import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('keeps the text of a failed statement, and so student text, out of the log', () => {
  const database = Object.assign(new Error('invalid input syntax: "My summer by Ana"'), { code: '22P02' })
  const query = new Error('Failed query: insert into document_texts …\nparams: My summer by Ana', {
    cause: database,
  })
  expect(JSON.stringify(describeError(query))).not.toContain('My summer')
  expect(describeError(query).message).toContain('22P02')
})

test('logs the message and location of an ordinary error', () => {
  const described = describeError(new TypeError('No such thing'))
  expect(described).toMatchObject({ type: 'TypeError', message: 'No such thing' })
  expect(described.frames.length).toBeGreaterThan(0)
})
