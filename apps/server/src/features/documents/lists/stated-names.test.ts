import type { Document, StatedNames } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docxOf, paragraphXml } from '../../../../../../packages/extract/fixtures/hostile.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

async function upload(name: string, content: Buffer | string): Promise<string> {
  const { body } = await ana.upload('/documents/upload', 'file', [{ name, content }])
  return (await ana.finished((body as Document).id)).id
}
const statedBy = async (teacher: TestTeacher, ids: string[]) =>
  (await teacher.call('GET', `/documents/stated-names?ids=${ids.join(',')}`)).body as StatedNames[]

test("a document names its file's author and its first short lines, to its own teacher alone", async () => {
  const word = await upload(
    'Scan 32.docx',
    docxOf(['Kai T.', 'Limiting car usage', prose(80)].map((text) => paragraphXml(text)).join(''), [
      {
        name: 'docProps/core.xml',
        data: '<cp:coreProperties xmlns:cp="cp" xmlns:dc="dc"><dc:creator>Ben Carter</dc:creator></cp:coreProperties>',
      },
    ]),
  )
  const text = await upload('text.txt', prose(80))
  expect(await statedBy(ana, [word, text, crypto.randomUUID(), 'no id'])).toEqual(
    expect.arrayContaining([
      { id: word, author: 'Ben Carter', first_lines: ['Kai T.', 'Limiting car usage'] },
      { id: text, author: null, first_lines: [] },
    ]),
  )
  expect(await statedBy(await testApp.teacher('ben'), [word, text])).toEqual([])
})
