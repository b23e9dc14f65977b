import { expect, test } from 'vitest'
import { readConfig } from '../../../../main/config.ts'
import { useCourse } from '../../../../testing/lti/course.ts'
import { useSubmissions } from '../../../../testing/lti/submissions.ts'

const course = useCourse({ storageQuota: { ...readConfig({}).storageQuota, total: 10 } })
const { handIn, notify, lastReport, documents } = useSubmissions(course)

test('says that the storage is full, and asks for another try', async () => {
  const id = handIn()
  await notify(id)
  expect(await lastReport(id)).toMatchObject({
    processingProgress: 'PendingManual',
    priority: 0,
    comment: expect.stringContaining('storage is full'),
  })
  expect(await documents()).toEqual([])
})
