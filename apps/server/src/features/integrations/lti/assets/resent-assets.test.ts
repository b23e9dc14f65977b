import { afterEach, describe, expect, test } from 'vitest'
import { createFaults } from '../../../../testing/faults/faults.ts'
import { claim, useCourse } from '../../../../testing/lti/course.ts'
import { later, pollOptions, useSubmissions } from '../../../../testing/lti/submissions.ts'
import { prose } from '../../../../testing/text.ts'

const faults = createFaults()
afterEach(() => faults.clear())
const course = useCourse({ faults })
const { handIn, send, notify, lastReport, documents, work, lookFor } = useSubmissions(course)

const essay = { content: prose(80), type: 'text/plain', filename: 'essay.txt' }
const isCompleted = () =>
  expect.poll(() => lookFor(async () => (await documents())[0]?.status), pollOptions).toBe('COMPLETED')

describe('a file that is sent again after a refusal', () => {
  test('is assigned to the student named in the new notice', async () => {
    const id = handIn(Buffer.from('89504e470d0a1a0a', 'hex'), { type: 'image/png', filename: 'essay.png' })
    await notify(id)
    expect(await lastReport(id)).toMatchObject({ errorCode: 'UNSUPPORTED_ASSET_TYPE' })
    course.platform.assets.set(id, essay)
    const claims = { [claim('for_user')]: { user_id: 'u7', given_name: 'Noor', family_name: 'Haddad' } }
    await send(await course.platform.notice([id], { claims }))
    await isCompleted()
    expect((await documents())[0]).toMatchObject({
      original_filename: 'essay.txt',
      student_details: { first_name: 'Noor', last_name: 'Haddad' },
    })
  })

  test('is checked against the new notice', async () => {
    const id = handIn(Buffer.alloc(25 * 1_024 * 1_024 + 1, 'a'))
    await notify(id)
    expect(await lastReport(id)).toMatchObject({ errorCode: 'ASSET_TOO_LARGE' })
    course.platform.assets.set(id, essay)
    await notify(id)
    await isCompleted()
  })
})

describe('a file of which a document was stored', () => {
  test.each([
    [
      'nobody heard that the commit succeeded',
      () => faults.failCommit({ of: 'insert into documents', after: true }),
    ],
    ['the query after the commit fails', () => faults.failQuery('select id, position from')],
  ])('is kept, and read once, when %s', async (_, fail) => {
    const fault = fail()
    const id = handIn()
    await notify(id)
    await expect.poll(() => lookFor(() => fault.happened), pollOptions).toBe(1)
    await isCompleted()
    await work(later(1))
    expect(await lastReport(id)).toMatchObject({ processingProgress: 'Processed' })
    expect(await documents()).toHaveLength(1)
  })
})
