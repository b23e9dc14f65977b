import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type BatchUpload, type Document, uploadLimits } from '@penmark/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeZip, type ZipPart } from '../../../../../../packages/extract/fixtures/zip-writer.ts'
import { markName } from '../../../services/storage/mark.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
beforeEach(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
})
afterEach(() => testApp.close())

const text = (name: string): ZipPart => ({ name, data: prose(80) })
const send = (content: Buffer, name = '7B.zip', fields = {}) =>
  ana.upload('/documents/batch', 'files', [{ name, content }], fields)
const namesIn = async () =>
  ((await ana.call('GET', '/documents')).body as Document[]).map(({ original_filename }) => original_filename)
const storedFiles = async () =>
  (await readdir(path.join(testApp.folder, 'files'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name !== markName,
  ).length

test('a ZIP of a class is uploaded as its documents, in order, and the ZIP itself is not kept', async () => {
  const docx = writeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: 'word/document.xml', data: '<w:document/>' },
  ])
  const answer = await send(
    writeZip([
      text('Essays/Amira_Haddad_essay.txt'),
      { name: 'Essays/', data: '' },
      { name: 'Essays/Zoë Lefèvre.docx', data: docx },
      { name: '__MACOSX/Essays/._Amira_Haddad_essay.txt', data: 'resource' },
      { name: 'Essays/.DS_Store', data: 'settings' },
    ]),
  )
  expect(answer).toMatchObject({ status: 201, body: { total_files: 2, status: 'QUEUED', skipped: [] } })
  expect((answer.body as BatchUpload).document_ids).toHaveLength(2)
  expect(await namesIn()).toEqual(['Amira_Haddad_essay.txt', 'Zoë Lefèvre.docx'])
  expect(await storedFiles()).toBe(2)
})

test('names that can be read in several ways are asked about with a few of them, and nothing is kept before', async () => {
  const inWindows = (name: string): ZipPart => ({ name: Buffer.from(name, 'latin1'), data: prose(80) })
  const archive = writeZip([inWindows('Juárez.txt'), inWindows('Muñoz.txt'), text('plain.txt')])
  const asked = await send(archive)
  expect(asked).toMatchObject({ status: 422, body: { reason: { code: 'zip_names_unclear' } } })
  expect((asked.body as { detail: { loc: string[]; reason: object }[] }).detail).toMatchObject([
    {
      loc: ['names_charset'],
      msg: 'windows-1252: Muñoz.txt',
      reason: { code: 'zip_names_reading', params: { charset: 'windows-1252', names: 'Muñoz.txt' } },
    },
    { msg: 'windows-1250: Muńoz.txt' },
  ])
  expect([await namesIn(), await storedFiles()]).toEqual([[], 0])
  expect(await send(archive, '7B.zip', { names_charset: 'windows-1252' })).toMatchObject({ status: 201 })
  expect(await namesIn()).toEqual(['Juárez.txt', 'Muñoz.txt', 'plain.txt'])
  expect((await send(archive, '7B.zip', { names_charset: 'gbk' })).status).toBe(422)
})

test('a document gets the name of its folder if only that says whose it is', async () => {
  await send(
    writeZip([
      text('Amira Haddad_12345_assignsubmission_file_/essay.txt'),
      text('Ben Okafor_12346_assignsubmission_file_/essay.txt'),
      text('Cid/notes.txt'),
      text('Dora/notes.txt'),
      text('Eva/poem.txt'),
    ]),
  )
  expect(await namesIn()).toEqual([
    'Amira Haddad_12345_assignsubmission_file_essay.txt',
    'Ben Okafor_12346_assignsubmission_file_essay.txt',
    'Cid_notes.txt',
    'Dora_notes.txt',
    'Eva_poem.txt',
  ])
})

test('a download from Teams keeps the student in every name, and the version where only it differs', async () => {
  await send(
    writeZip([
      text('Essay 1/Amira Haddad/Essay 1/Version 1/essay.txt'),
      text('Essay 1/Amira Haddad/Essay 1/Version 2/essay.txt'),
      text('Essay 1/Théo Moreau/Essay 1/Version 1/essay.txt'),
      text('Essay 1/Liv van der Berg/Essay 1/Version 1/final.txt'),
    ]),
  )
  expect(await namesIn()).toEqual([
    'Version 1_Amira Haddad_essay.txt',
    'Version 2_Amira Haddad_essay.txt',
    'Théo Moreau_essay.txt',
    'Liv van der Berg_final.txt',
  ])
})

test("Blackboard's notes about submissions are no documents, unless the student typed the text into one", async () => {
  const attempt = 'Essay 1_ahaddad_attempt_2026-11-19-22-14-03'
  const typed = 'Essay 1_tmoreau_attempt_2026-11-19-23-40-11.txt'
  const { body } = await send(writeZip([text(`${attempt}.txt`), text(`${attempt}_essay.txt`), text(typed)]))
  expect(body).toMatchObject({ total_files: 2, skipped: [] })
  expect(await namesIn()).toEqual([`${attempt}_essay.txt`, typed])
})

test('archives of Schoology, Sakai, Brightspace and Google Takeout keep the student, and leave out what the platform wrote', async () => {
  const sentNames = async (...paths: string[]) => {
    const { body } = await send(writeZip(paths.map(text)))
    return (body as BatchUpload).documents.map(({ original_filename }) => original_filename)
  }
  expect(
    await sentNames(
      'Macbeth/Castro, Marianna - s486002/Revision 1 - On time/essay.txt',
      'Macbeth/Castro, Marianna - s486002/Revision 2 - Late/essay.txt',
      'Macbeth/Lesniak, Nicholas - s498783/Revision 1 - On time/final.txt',
    ),
  ).toEqual([
    'Revision 1 - On time_Castro, Marianna - s486002_essay.txt',
    'Revision 2 - Late_Castro, Marianna - s486002_essay.txt',
    'Lesniak, Nicholas - s498783_final.txt',
  ])
  expect(
    await sentNames(
      'Assignment 1/Wortas, Andrew(ajwortas)/timestamp.txt',
      'Assignment 1/Wortas, Andrew(ajwortas)/comments.txt',
      'Assignment 1/Wortas, Andrew(ajwortas)/Submission attachment(s)/draft.txt',
      'Assignment 1/Haddad, Amira(ahaddad)/Submission attachment(s)/essay.txt',
    ),
  ).toEqual(['Wortas, Andrew(ajwortas)_draft.txt', 'Haddad, Amira(ahaddad)_essay.txt'])
  expect(await sentNames('index.html', '104-2211 - Amira Haddad - Nov 20, 2026 1011 AM - essay.txt')).toEqual(
    ['104-2211 - Amira Haddad - Nov 20, 2026 1011 AM - essay.txt'],
  )
  expect(
    await sentNames(
      'Takeout/archive_browser.html',
      'Takeout/Classroom/English/Essay/Amira Haddad/essay.txt',
      'Takeout/Classroom/English/Essay/Ben Ofori/homework.txt',
    ),
  ).toEqual(['Amira Haddad_essay.txt', 'Ben Ofori_homework.txt'])
})

test('what students typed into Canvas or Moodle is a document like any other', async () => {
  const page = `<!DOCTYPE html><html><head><title>Online text</title></head><body><p>${prose(80)}</p></body></html>`
  const { body } = await send(
    writeZip([
      { name: 'vanderbergliv_40125_text.html', data: page },
      { name: 'Amira Haddad_2301_assignsubmission_onlinetext_/onlinetext.html', data: page },
    ]),
  )
  expect((body as BatchUpload).documents.map(({ original_filename }) => original_filename)).toEqual([
    'vanderbergliv_40125_text.html',
    'Amira Haddad_2301_assignsubmission_onlinetext_onlinetext.html',
  ])
})

test('a ZIP of two school classes is accepted whole', async () => {
  const names = Array.from(
    { length: 60 },
    (_, nth) => `Student ${nth}_${nth}_assignsubmission_file_/essay.txt`,
  )
  expect((await send(writeZip(names.map(text)))).body).toMatchObject({ total_files: 60 })
})

test('files that are not documents are skipped and named, including a ZIP within a ZIP', async () => {
  const { body } = await send(
    writeZip([
      text('a.txt'),
      { name: 'photo.png', data: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
      { name: 'more.zip', data: writeZip([text('b.txt')]) },
      { name: 'blank.txt', data: '' },
    ]),
  )
  expect(body).toMatchObject({
    total_files: 1,
    skipped: [
      { filename: 'photo.png', reason: 'unsupported' },
      { filename: 'more.zip', reason: 'unsupported' },
      { filename: 'blank.txt', reason: 'empty' },
    ],
  })
  expect(await storedFiles()).toBe(1)
})

test('a ZIP and a document can be uploaded together to a class', async () => {
  const made = (await ana.call('POST', '/class-groups', { class_name: '7B' })).body as { id: string }
  const files = [
    { name: 'first.txt', content: prose(80) },
    { name: '7B.ZIP', content: writeZip([text('second.txt')]) },
  ]
  expect(await ana.upload('/documents/batch', 'files', files, { class_group_id: made.id })).toMatchObject({
    status: 201,
  })
  const list = (await ana.call('GET', `/documents?class_group_id=${made.id}`)).body as Document[]
  expect(list.map(({ original_filename }) => original_filename)).toEqual(['first.txt', 'second.txt'])
})

const mebibyte = 1024 * 1024
const zeros = Buffer.alloc(8 * mebibyte)
test.each<[string, number, Buffer]>([
  ['is damaged', 415, writeZip([text('a.txt')]).subarray(0, -30)],
  ['lies about the size of a file', 415, writeZip([{ ...text('a.txt'), declaredBytes: 10 }])],
  ['names a file outside of itself', 415, writeZip([text('../../etc/passwd')])],
  ['names a file of the root folder', 415, writeZip([text('/etc/passwd')])],
  ['holds no document', 415, writeZip([{ name: 'photo.png', data: Buffer.from('89504e470d0a1a0a', 'hex') }])],
  ['is empty', 415, writeZip([])],
  ['holds a file of nothing but zeros', 413, writeZip([{ name: 'a.txt', data: zeros }])],
  [
    'declares more than any class writes',
    413,
    writeZip([text('a.txt'), { ...text('b.txt'), declaredBytes: 300 * mebibyte }]),
  ],
  [
    'holds too many files',
    413,
    writeZip(Array.from({ length: 2_001 }, (_, i) => ({ name: `${i}.png`, data: 'x' }))),
  ],
  [
    'holds more documents than a large course',
    413,
    writeZip(
      Array.from({ length: uploadLimits.documentsInArchives + 1 }, (_, i) => ({
        name: `${i}.txt`,
        data: `A plain text, number ${i}.`,
      })),
    ),
  ],
])('a ZIP that %s is refused with a reason, and none of it is kept', async (_, status, content) => {
  const answer = await send(content)
  expect(answer.status).toBe(status)
  expect((answer.body as { detail: string }).detail).toMatch(
    /^(7B\.zip|The ZIP file) .*Nothing was uploaded\.$/,
  )
  expect(await namesIn()).toEqual([])
  expect(await storedFiles()).toBe(0)
})

test('a password-protected ZIP is refused', async () => {
  const content = writeZip([text('a.txt')])
  const central = content.indexOf(Buffer.from('504b0102', 'hex'))
  content.writeUInt16LE(content.readUInt16LE(central + 8) | 1, central + 8)
  expect(await send(content)).toMatchObject({
    status: 415,
    body: { detail: expect.stringContaining('protected with a password') },
  })
})
