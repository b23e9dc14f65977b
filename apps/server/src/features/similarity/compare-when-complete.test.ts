import {
  type BatchUpload,
  type ClassGroup,
  type Comparison,
  type Document,
  overlapRoutes,
} from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { uniqueWords } from '../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

const shared = uniqueWords('shared', 60)
const file = (name: string, text: string) => ({
  name: `${name}.txt`,
  content: `${uniqueWords(name, 90)} ${text}`,
})

const addClass = async () =>
  ((await ana.call('POST', '/class-groups', { class_name: `Class ${Math.random()}` })).body as ClassGroup).id
const comparisonOf = async (target: string) =>
  overlapRoutes.listComparisons.reply.parse((await ana.call('GET', `/overlap/comparisons?${target}`)).body)[0]

/** Waits for a comparison of so many documents. */
async function comparedAlone(target: string, documents: number): Promise<Comparison> {
  for (;;) {
    const comparison = await comparisonOf(target)
    if (comparison?.state === 'ready' && comparison.documents === documents) return comparison
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('an upload is compared as soon as its last document is read, without anybody asking', async () => {
  const sent = await ana.upload('/documents/batch', 'files', [
    file('one', shared),
    file('two', shared),
    file('three', ''),
  ])
  const { batch_id } = sent.body as BatchUpload
  expect(await comparedAlone(`batch_id=${batch_id}`, 3)).toMatchObject({ pairs: 1, assignment_text: '' })
})

test('a class is compared again when another document is read or comes to it, without its assignment', async () => {
  const class_group_id = await addClass()
  const target = `class_group_id=${class_group_id}`
  const sent = await ana.upload('/documents/batch', 'files', [file('four', shared), file('five', shared)], {
    class_group_id,
  })
  expect(await comparedAlone(target, 2)).toMatchObject({ pairs: 1 })
  expect(await comparisonOf(`batch_id=${(sent.body as BatchUpload).batch_id}`)).toBeUndefined()

  await ana.call('POST', '/overlap/comparisons', {
    class_group_id,
    assignment_text: uniqueWords('assignment', 20),
  })
  const { id } = (await ana.call('POST', '/documents/text', { text: file('six', shared).content }))
    .body as Document
  await ana.finished(id)
  await ana.call('PUT', `/documents/${id}/assign-student`, { class_group_id })
  expect(await comparedAlone(target, 3)).toMatchObject({
    pairs: 3,
    assignment_text: uniqueWords('assignment', 20),
  })
})

test('a single document is not compared with anything', async () => {
  const class_group_id = await addClass()
  const { id } = (
    await ana.call('POST', '/documents/text', { text: file('seven', shared).content, class_group_id })
  ).body as Document
  await ana.finished(id)
  expect(await comparisonOf(`class_group_id=${class_group_id}`)).toBeUndefined()
})

test('a document that cannot be read does not hold up the comparison of the others', async () => {
  const files = [file('eight', shared), file('nine', shared), { name: 'empty.txt', content: ' ' }]
  const { batch_id } = (await ana.upload('/documents/batch', 'files', files)).body as BatchUpload
  expect(await comparedAlone(`batch_id=${batch_id}`, 2)).toMatchObject({ pairs: 1 })
})
