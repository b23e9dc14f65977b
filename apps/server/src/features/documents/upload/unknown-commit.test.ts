import type { Document } from '@penmark/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFaults } from '../../../testing/faults/faults.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { sweepFiles } from '../../operations/upkeep/sweep-files.ts'

const faults = createFaults()
let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ faults })
})
afterEach(() => faults.clear())
afterAll(() => testApp.close())

const files = [
  { name: 'one.txt', content: prose(60) },
  { name: 'two.txt', content: prose(60) },
]
const listed = async (teacher: TestTeacher) => (await teacher.call('GET', '/documents')).body as Document[]
async function storedFiles(): Promise<number> {
  let count = 0
  for await (const _key of testApp.storage.list(new Date(Date.now() + 60_000))) count += 1
  return count
}

describe('an upload whose response fails after its documents were stored', () => {
  test('keeps and processes the files of a batch when the result of the commit is lost', async () => {
    const ana = await testApp.teacher('ana')
    const fault = faults.failCommit({ of: 'insert into documents', after: true })
    expect((await ana.upload('/documents/batch', 'files', files)).status).toBe(500)
    expect(fault.happened).toBe(1)
    const documents = await listed(ana)
    expect(documents).toHaveLength(2)
    for (const { id } of documents) expect(await ana.finished(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('keeps and processes a single file when the query after the commit fails', async () => {
    const bo = await testApp.teacher('bo')
    const fault = faults.failQuery('select id, position from')
    expect((await bo.upload('/documents/upload', 'file', files.slice(0, 1))).status).toBe(500)
    expect(fault.happened).toBe(1)
    const [document] = await listed(bo)
    expect(await bo.finished(document?.id ?? '')).toMatchObject({ status: 'COMPLETED' })
  })
})

test('determines the type of a file without reading it back from the storage', async () => {
  const gil = await testApp.teacher('gil')
  await testApp.stopWorker()
  const reads = [
    faults.failStorage('localCopy', { times: Infinity }),
    faults.failStorage('get', { times: Infinity }),
  ]
  const content = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_000_000)])
  expect(await gil.upload('/documents/upload', 'file', [{ name: 'a.txt', content }])).toMatchObject({
    status: 201,
    body: { file_type: 'doc' },
  })
  expect(reads.map(({ happened }) => happened)).toEqual([0, 0])
})

describe('an upload that stored no document', () => {
  test('keeps no file when a statement of its transaction fails', async () => {
    const before = await storedFiles()
    const cy = await testApp.teacher('cy')
    const fault = faults.failQuery('insert into documents')
    expect((await cy.upload('/documents/batch', 'files', files)).status).toBe(500)
    expect(fault.happened).toBe(1)
    expect(await listed(cy)).toEqual([])
    expect(await storedFiles()).toBe(before)
  })

  test("keeps no file when it names another teacher's student", async () => {
    const before = await storedFiles()
    const dora = await testApp.teacher('dora')
    expect(
      (await dora.upload('/documents/batch', 'files', files, { student_id: crypto.randomUUID() })).status,
    ).toBe(404)
    expect(await storedFiles()).toBe(before)
  })

  test('leaves its files to the sweep when the connection is lost before the commit', async () => {
    const ana = await testApp.teacher('eve')
    const before = await storedFiles()
    const fault = faults.failCommit({ of: 'insert into documents' })
    expect((await ana.upload('/documents/batch', 'files', files)).status).toBe(500)
    expect(fault.happened).toBe(1)
    expect(await listed(ana)).toEqual([])
    await sweepFiles(testApp, -60_000)
    expect(await storedFiles()).toBe(before)
  })

  test('gives the reason for a refusal even if its files cannot be deleted', async () => {
    const ana = await testApp.teacher('fay')
    const fault = faults.failStorage('delete', { times: Infinity })
    const sent = ['a.xlsx', 'b.xlsx', 'c.xlsx'].map((name) => ({
      name,
      content: Buffer.from('PK\u0003\u0004 no document inside'),
    }))
    expect(await ana.upload('/documents/batch', 'files', sent)).toMatchObject({
      status: 415,
      body: { code: 'unsupported_file' },
    })
    expect(fault.happened).toBe(3)
  })
})
