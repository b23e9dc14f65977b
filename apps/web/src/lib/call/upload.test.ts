import { teacherRoutes } from '@penmark/contract'
import { expect, test } from 'vitest'
import { fakeApi, refuse } from '../../testing/api.ts'
import { aDocument } from '../../testing/samples.ts'
import { upload } from './upload.ts'

const busy = { code: 'busy', detail: 'Too much to do.' }
const file = new File(['words'], 'essay.txt')

test('resends a file when a busy server says when to retry, so that nothing is lost', async () => {
  const stored = aDocument()
  let tries = 0
  const { asked } = fakeApi({
    'POST /documents/upload': () => {
      tries += 1
      return tries < 3 ? refuse(503, busy, '0') : stored
    },
  })
  expect((await upload(teacherRoutes.uploadDocument, { file: [file] }, {})).id).toBe(stored.id)
  expect(asked('POST', '/documents/upload')).toHaveLength(3)
})

test('reports a server that stays busy, and resends only if the server stored nothing', async () => {
  const { asked } = fakeApi({ 'POST /documents/upload': () => refuse(503, busy, '0') })
  await expect(upload(teacherRoutes.uploadDocument, { file: [file] }, {})).rejects.toThrow('Too much to do.')
  expect(asked('POST', '/documents/upload')).toHaveLength(5)
  const once = fakeApi({ 'POST /documents/upload': () => refuse(503, busy) })
  await expect(upload(teacherRoutes.uploadDocument, { file: [file] }, {})).rejects.toThrow('Too much to do.')
  expect(once.asked('POST', '/documents/upload')).toHaveLength(1)
})
