import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Case, ClassGroup, Document, MadeStudentLink, Student } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { createAttack } from '../../testing/attack.ts'
import { deliverEmails } from '../../testing/emails.ts'
import { postForm } from '../../testing/form.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { prose, uniqueWords } from '../../testing/text.ts'

const attack = createAttack(
  'input',
  'names, titles and answers are stored that are HTML, formulas, headers or paths',
  'places where they are shown',
)

const markup = '<img src=x onerror=alert(1)>'
const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1+1', '\r=1+1', ' =1+1', '＝1+1', `"=1+1`]
const headers = 'Essay\r\nBcc: spy@evil.example\r\n\r\n<b>Body</b>'

let testApp: TestApp
let ana: TestTeacher
let course: ClassGroup
let student: Student
let file: Document
let copy: Document
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
  course = (await ana.call('POST', '/class-groups', { class_name: `=${markup}`, academic_year: '@2026' }))
    .body as ClassGroup
  student = await addStudent({ first_name: `=${markup}`, last_name: headers, email: 'ida@school.example' })
  for (const [nth, name] of formulas.entries())
    await addStudent({ first_name: name, last_name: name, external_student_id: `${name}${nth}` })
  const copied = uniqueWords('copied', 60)
  await ana.call('POST', `/class-groups/${course.id}/sources/text`, {
    name: `=HYPERLINK("https://evil.example","${markup}")`,
    kind: 'book',
    text: copied,
  })
  copy = await upload(`=1+1${markup}.txt`, `${prose(60)} ${copied}`)
  file = await upload('../../=cmd|calc!A1\r\nSet-Cookie: a=b.txt', `${prose(80)} ${copied}`)
})
afterAll(async () => {
  await testApp.close()
  attack.expectDefended(40)
})

async function addStudent(fields: Partial<Student>): Promise<Student> {
  const added = (await ana.call('POST', '/students', fields)).body as Student
  await ana.call('POST', `/class-groups/${course.id}/students/${added.id}`)
  return added
}

async function upload(name: string, content: string): Promise<Document> {
  const owners = { class_group_id: course.id, student_id: student.id }
  const sent = await ana.upload('/documents/upload', 'file', [{ name, content }], owners)
  return ana.finished((sent.body as Document).id)
}

async function fetched(url: string) {
  const { authorization } = await testApp.headers('ana')
  const answer = await testApp.app.inject({ url: `/api/v1${url}`, headers: { authorization } })
  const disposition = String(answer.headers['content-disposition'])
  const isPlain = /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.~%!-]+$/.test(disposition)
  attack.count(`a header of ${url}`, !isPlain || answer.headers['set-cookie'] !== undefined)
  expect([url, answer.statusCode, isPlain]).toEqual([url, 200, true])
  return answer
}

/** The cells of a CSV file, as a spreadsheet reads it. */
function cellsOf(text: string, separator: string): string[][] {
  const lines: string[][] = [[]]
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n"]*)(${separator}|\\r\\n|$)`, 'gy')
  for (const [, content = '', end = ''] of text.replace('\uFEFF', '').matchAll(cell)) {
    lines.at(-1)?.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content)
    if (end === '\r\n') lines.push([])
    if (end === '') break
  }
  return lines.slice(0, -1)
}

test.each(['en-GB', 'fr-FR'])('no table of a class has a formula or a broken row (%s)', async (language) => {
  await expect
    .poll(async () => (await fetched(`/overlap/classes/${course.id}/earlier/csv`)).body, { timeout: 60_000 })
    .toContain('HYPERLINK')
  for (const url of [
    `/class-groups/${course.id}/csv`,
    `/overlap/classes/${course.id}/earlier/csv`,
    `/students/${student.id}/writing/csv`,
  ]) {
    const [titles = [], ...rows] = cellsOf(
      (await fetched(`${url}?language=${language}`)).body,
      language === 'fr-FR' ? ';' : ',',
    )
    expect([url, rows.length > 0]).toEqual([url, true])
    for (const row of rows) {
      const formula = row.find((each) => /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u.test(each)) ?? null
      attack.count(`${url} ${row.join()}`, formula !== null || row.length !== titles.length)
      expect([url, formula, row.length]).toEqual([url, null, titles.length])
    }
  }
})

async function namesIn(archive: Buffer): Promise<string[]> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(archive, { decodeStrings: true }, (error, opened) => (error ? reject(error) : resolve(opened)))
  })
  const names: string[] = []
  zip.on('entry', ({ fileName }: Entry) => names.push(fileName))
  await once(zip, 'end')
  return names
}

test('no archive has a name that leaves its folder, and no name of a file is a header', async () => {
  const made = (await ana.call('POST', '/cases', { document_id: file.id })).body as Case
  for (const url of [`/class-groups/${course.id}/reports`, `/cases/${made.id}/pack`]) {
    const names = await namesIn((await fetched(url)).rawPayload)
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      const leaves = /^[/\\]|[\p{Cc}\\:<>|"?*]|(^|\/)\.\.?(\/|$)/u.test(name)
      attack.count(`${url} ${name}`, leaves)
      expect([name, leaves]).toEqual([name, false])
    }
  }
  for (const url of [`/results/document/${file.id}/pdf?appendix=true`, `/cases/${made.id}/pdf`])
    expect((await fetched(url)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test("no page that the server makes holds another's HTML", async () => {
  const made = (await ana.call('POST', '/cases', { document_id: copy.id })).body as Case
  await ana.call('PUT', `/cases/${made.id}`, { notes: markup })
  await ana.call('POST', `/cases/${made.id}/steps`, { kind: 'asked', text: `</p>${markup}` })
  const link = (
    await ana.call('POST', `/cases/${made.id}/student-page/links`, { language: 'en-GB', days: 14 })
  ).body as MadeStudentLink
  const url = new URL(link.url).pathname
  await postForm(testApp.app, { url, fields: { action: 'open' } })
  await postForm(testApp.app, { url, fields: { text: `</textarea>${markup}`, action: 'save' } })
  const { body, statusCode } = await testApp.app.inject({ url })
  attack.count("the student's page", body.includes('<img'))
  expect([statusCode, body.includes('&lt;img'), body.includes('<img')]).toEqual([200, true, false])
})

test('no email gets another recipient, header or element', async () => {
  const fields = {
    name: `${markup}${headers}`,
    email: 'ida@school.example',
    subject: headers,
    message: markup,
  }
  expect((await ana.call('POST', '/support/contact', fields)).status).toBeLessThan(300)
  await testApp.database.transaction((connection) =>
    testApp.mailer.send(connection, {
      kind: 'test.email',
      to: 'bo@school.example, spy@evil.example\r\nBcc: spy@evil.example',
      language: 'en-GB',
      subject: headers,
      paragraphs: [markup],
      closing: markup,
    }),
  )
  await deliverEmails(testApp.database, testApp.mailer)
  const folder = path.join(testApp.folder, 'outbox')
  const mails = await Promise.all(
    (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
  )
  expect(mails.length).toBeGreaterThanOrEqual(2)
  for (const mail of mails) {
    const head = mail.slice(0, mail.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
    const fieldsOf = (name: string) => head.split('\r\n').filter((line) => line.startsWith(`${name}:`))
    const isInjected = fieldsOf('Bcc').length > 0 || fieldsOf('To').length > 1
    const [, page = ''] = mail.replaceAll('=\r\n', '').split('Content-Type: text/html')
    const [to = ''] = fieldsOf('To')
    attack.count(fieldsOf('Subject').join(), isInjected || page.includes('<img'))
    expect([fieldsOf('Bcc'), fieldsOf('To').length, /,(?![^"]*")/.test(to)]).toEqual([[], 1, false])
    expect([page.includes('&lt;img'), page.includes('<img')]).toEqual([true, false])
  }
})
