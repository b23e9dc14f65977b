import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { ClassGroup, Document, Student } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
})
afterAll(() => testApp.close())

const addClass = async (teacher: TestTeacher, class_name: string) =>
  (await teacher.call('POST', '/class-groups', { class_name, academic_year: '2026/27' })).body as ClassGroup

async function addStudent(class_group_id: string, fields: Partial<Student>): Promise<Student> {
  const student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm', ...fields }))
    .body as Student
  await ana.call('POST', `/class-groups/${class_group_id}/students/${student.id}`)
  return student
}

async function addDocument(name: string, content: string, owners: Record<string, string>): Promise<Document> {
  const sent = await ana.upload('/documents/upload', 'file', [{ name, content }], owners)
  return ana.finished((sent.body as Document).id)
}

/** The names and contents of an archive. */
async function unpacked(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  const ended = once(zip, 'end')
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) throw error
      void buffer(stream).then((content) => {
        files.set(entry.fileName, content)
        zip.readEntry()
      })
    })
  })
  zip.readEntry()
  await ended
  return files
}

async function archiveOf(classId: string): Promise<{ bytes: Buffer; disposition: string }> {
  const { authorization } = await testApp.headers('ana')
  const answer = await testApp.app.inject({
    method: 'GET',
    url: `/api/v1/class-groups/${classId}/reports`,
    headers: { authorization },
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return { bytes: answer.rawPayload, disposition: String(answer.headers['content-disposition']) }
}

const lines = (text: string) => text.replace('\uFEFF', '').split('\r\n').slice(0, -1)

test('exports a class as a table with a row per document or student without one, and no formulas', async () => {
  const english = await addClass(ana, '=English')
  const ida = await addStudent(english.id, { email: 'ida@school.example', external_student_id: '+44' })
  await addStudent(english.id, { first_name: 'Bo', last_name: '=cmd|calc' })
  await addDocument('@SUM(A1).txt', prose(60), { class_group_id: english.id, student_id: ida.id })
  await addDocument('empty.txt', '', { class_group_id: english.id })
  const answer = await ana.call('GET', `/class-groups/${english.id}/csv?time_zone=Europe/Paris`)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%3DEnglish%20%282026%2027%29.csv")
  expect(answer.text.startsWith('\uFEFF')).toBe(true)
  const [head, unassigned, written, alone, ...more] = lines(answer.text)
  expect(head).toBe(
    'Last name,First name,Email,External ID,Document name,Uploaded,Status,What was found,Reads like AI (% of words),AI score (%),Verdict,Words,Written in class,Where it stands,Why',
  )
  expect(unassigned).toMatch(/^,,,,empty\.txt,\d{4}-\d\d-\d\d \d\d:\d\d,Error,,,,,0?,,could not be read,$/)
  expect(written).toMatch(
    /^Holm,Ida,ida@school\.example,'\+44,'@SUM\(A1\)\.txt,\d{4}-\d\d-\d\d \d\d:\d\d,Completed,(?:"[^"]+"|[^,]+),\d*,\d+\.\d,(?:"[^"]+"|[^,]+),60,,(?:needs you|unclear|nothing found),(?:reads like AI)?$/,
  )
  expect(alone).toBe("'=cmd|calc,Bo,,,,,,,,,,,,,")
  expect(more).toEqual([])
  for (const line of lines(answer.text))
    for (const cell of line.split(',')) expect(cell).not.toMatch(/^[=+\-@]/)
})

test('writes the table for French spreadsheets, and uses UTC for an unknown time zone', async () => {
  const drama = await addClass(ana, 'Théâtre')
  await addDocument('scène.txt', prose(60), { class_group_id: drama.id })
  const { text } = await ana.call(
    'GET',
    `/class-groups/${drama.id}/csv?language=fr-FR&time_zone=Mars/Olympus`,
  )
  const [head, row = ''] = lines(text)
  expect(head).toContain('Nom;Prénom;E-mail')
  expect(row).toMatch(/;Terminé;[^;]+;\d*;"\d+,\d";/)
})

test('exports the reports of a class as PDFs in a folder per student, and names documents without a report', async () => {
  const english = await addClass(ana, 'Archive')
  const ida = await addStudent(english.id, {})
  const owners = { class_group_id: english.id, student_id: ida.id }
  await addDocument('essay.txt', prose(60), owners)
  await addDocument('essay.txt', prose(60), owners)
  await addDocument('empty.txt', '', { class_group_id: english.id })
  const { bytes, disposition } = await archiveOf(english.id)
  expect(disposition).toContain('Archive (2026 27).zip')
  // The page finds these bytes to show the progress of the archive.
  expect([...bytes.subarray(0, 6)]).toEqual([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00])
  const files = await unpacked(bytes)
  expect([...files.keys()]).toEqual([
    'Holm Ida/essay - report.pdf',
    'Holm Ida/essay - report (2).pdf',
    'Not in this archive.txt',
  ])
  for (const [name, content] of files)
    if (name.endsWith('.pdf')) expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(files.get('Not in this archive.txt')?.toString()).toContain('- empty.txt')
})

test('makes no archive if nothing is completed, or for another teacher', async () => {
  const empty = await addClass(ana, 'Nothing yet')
  expect(await ana.call('GET', `/class-groups/${empty.id}/reports`)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  for (const [teacher, id] of [
    [bo, empty.id],
    [ana, 'nobody'],
  ] as const) {
    for (const path of ['csv', 'reports'])
      expect((await teacher.call('GET', `/class-groups/${id}/${path}`)).status).toBe(404)
  }
})
