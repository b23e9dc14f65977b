import type { ClassGroup, Student } from '@penmark/contract'
import { describe, expect, test } from 'vitest'
import { claim, useCourse } from '../../../../testing/lti/course.ts'
import { roles } from '../../../../testing/lti/platform.ts'
import { pollOptions, useSubmissions } from '../../../../testing/lti/submissions.ts'
import type { TestTeacher } from '../../../../testing/test-app.ts'
import { prose } from '../../../../testing/text.ts'
import { reportAgain } from './asset-report.ts'

const course = useCourse()
const submissions = useSubmissions(course)
const { handIn, send, notify, lastReport, documents, lookFor } = submissions

describe('a submission at a platform', () => {
  test('becomes a document of the teacher with class and student, and its report is sent back', async () => {
    const id = handIn()
    expect((await notify(id)).statusCode).toBe(200)
    expect(await lastReport(id)).toEqual({
      assetId: id,
      type: 'authorship',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      title: 'Penmark report',
      visibleToOwner: false,
      processingProgress: 'Processed',
      priority: expect.any(Number),
      result: expect.stringMatching(/^.{1,16}$/),
      indicationColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
      indicationAlt: expect.any(String),
      comment: expect.stringContaining('A score alone is not proof.'),
    })
    expect(course.platform.reports[0]).toMatchObject({ assetId: id, processingProgress: 'Processing' })
    const [document] = await documents()
    expect(document).toMatchObject({
      original_filename: 'essay.txt',
      status: 'COMPLETED',
      class_group_id: submissions.classId,
    })
    expect(document?.student_details).toMatchObject({ first_name: 'Ida', last_name: 'Bell' })
    const [student] = (await course.ana.call('GET', '/students')).body as Student[]
    expect(student).toMatchObject({ external_student_id: 'u1', class_group_ids: [submissions.classId] })
    const spent = 'select sum(words)::int as words from allowance_movements where document_id = $1'
    expect((await course.testApp.database.query(spent, [document?.id])).rows).toEqual([
      { words: document?.word_count },
    ])
  })

  test("shows neither author nor score, in the colours of the product's own lists", async () => {
    const id = handIn()
    await notify(id)
    const report = await lastReport(id)
    expect(report).toMatchObject({ assetId: id, processingProgress: 'Processed' })
    expect(report).toMatchObject({
      result: 'No clear result',
      indicationColor: '#7d5200',
      indicationAlt: 'No clear result',
    })
    for (const field of ['scoreGiven', 'scoreMaximum']) expect(report).not.toHaveProperty(field)
    expect(JSON.stringify(report)).not.toMatch(/cheat|plagiar|AI Detected|\d+ ?%/i)
  })

  test('is reported again once its finding does not stand any more', async () => {
    const id = handIn()
    await notify(id)
    expect((await lastReport(id)).result).toBe('No clear result')
    const [document] = await documents()
    await course.testApp.database.transaction(async (connection) => {
      await connection.query(
        "update documents set finding = 'creative-writing', score = null, label = 'insufficient-text' where id = $1",
        [document?.id],
      )
      await reportAgain(connection, { document_id: document?.id ?? '' })
    })
    await expect
      .poll(async () => (await lastReport(id)).comment, pollOptions)
      .toContain('Talented pupils and machines write alike here')
    expect(await lastReport(id)).not.toHaveProperty('indicationColor')
  })

  test('of a known student is assigned to that student, who may also be named by the notice', async () => {
    const known = (
      await course.ana.call('POST', '/students', {
        first_name: 'ida',
        last_name: 'Bell',
        external_student_id: 'U1',
      })
    ).body as Student
    const id = handIn()
    await notify(id)
    await lastReport(id)
    expect((await documents())[0]).toMatchObject({
      student_id: known.id,
      class_group_id: submissions.classId,
    })
    const other = handIn()
    const claims = {
      [claim('for_user')]: {
        user_id: 'u2',
        given_name: 'Eve',
        family_name: 'Long',
        email: 'eve@school.example',
      },
    }
    await send(await course.platform.notice([other], { claims }))
    await lastReport(other)
    expect((await documents())[0]?.student_details).toMatchObject({ first_name: 'Eve', last_name: 'Long' })
  })

  test("stays unassigned if another student of the teacher has the author's number", async () => {
    await course.ana.call('POST', '/students', {
      first_name: 'Ben',
      last_name: 'Ash',
      external_student_id: 'u1',
    })
    const id = handIn()
    await notify(id)
    await lastReport(id)
    expect((await documents())[0]).toMatchObject({ class_group_id: submissions.classId, student_id: null })
  })

  test('of a student without a name is assigned to the class only', async () => {
    course.platform.people = []
    const id = handIn()
    await notify(id)
    await lastReport(id)
    expect((await documents())[0]).toMatchObject({ class_group_id: submissions.classId, student_id: null })
    expect((await course.ana.call('GET', '/students')).body).toEqual([])
  })

  test('typed into the platform’s editor is read as displayed', async () => {
    const body = `<h1>My essay</h1><p>${prose(60)}</p><script>alert(1)</script><p>Tom &amp; Ida<br>went home.</p>`
    const id = handIn(body, { type: 'text/html; charset=utf-8', filename: '' })
    await notify(id)
    await lastReport(id)
    const [document] = await documents()
    expect(document).toMatchObject({ original_filename: 'My essay.txt', file_type: 'txt' })
    const text = (await course.ana.call('GET', `/documents/${document?.id}/text`)).text
    expect(text).toMatch(/Tom & Ida\n+went home\./)
    expect(text).not.toContain('alert')
  })

  test('of several files becomes several documents', async () => {
    const ids = [handIn(prose(80), { filename: 'one.txt' }), handIn(prose(90), { filename: 'two.txt' })]
    await notify(...ids)
    for (const id of ids) expect(await lastReport(id)).toMatchObject({ processingProgress: 'Processed' })
    expect((await documents()).map(({ original_filename }) => original_filename).sort()).toEqual([
      'one.txt',
      'two.txt',
    ])
  })

  test('is reported in French to a teacher who uses French, including that it is too short', async () => {
    await course.testApp.database.query("update lti_processors set language = 'fr-FR'", [])
    const id = handIn('Trop peu de mots.')
    await notify(id)
    expect(await lastReport(id)).toMatchObject({
      processingProgress: 'Processed',
      priority: 0,
      result: 'Texte trop court',
    })
  })

  test('opens its report by a launch, for its teacher only', async () => {
    const id = handIn()
    await notify(id)
    await lastReport(id)
    const [document] = await documents()
    const review = {
      [claim('message_type')]: 'LtiReportReviewRequest',
      [claim('resource_link')]: undefined,
      [claim('activity')]: { id: 'assignment-5' },
      [claim('submission')]: { id: 's1' },
      [claim('for_user')]: { user_id: 'u1' },
      [claim('assetreport_type')]: 'authorship',
      [claim('asset')]: { id },
    }
    const open = (teacher: TestTeacher, ticket: string) =>
      teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm: true })
    expect((await open(course.ana, await course.launch(review))).body).toEqual({
      state: 'report',
      document_id: document?.id,
    })
    const bo = await course.another('bo')
    expect(await open(bo, await course.launch({ ...review, sub: 'another' }))).toMatchObject({ status: 404 })
    expect(
      await open(course.ana, await course.launch({ ...review, [claim('asset')]: { id: 'unknown' } })),
    ).toMatchObject({ status: 404 })
    expect(await course.launch({ ...review, [claim('roles')]: [roles.learner] })).toBe('')
    await course.ana.call('DELETE', `/documents/${document?.id}`)
    expect(await open(course.ana, await course.launch(review))).toMatchObject({ status: 404 })
  })

  test('writes no text and no names to the log', async () => {
    const id = handIn('Zebrafish are striped.', { type: 'image/png', filename: 'Zebrafish Ida Bell.png' })
    await notify(id)
    await lastReport(id)
    expect(course.testApp.logged.join('\n')).not.toMatch(/Zebrafish|Ida|eyJ|names-token/)
  })
})

describe('a file that cannot be checked is reported with its reason', () => {
  test.each([
    [
      'no PDF, Word or text file',
      'UNSUPPORTED_ASSET_TYPE',
      () => handIn(Buffer.from('89504e470d0a1a0a', 'hex'), { type: 'image/png', filename: 'cat.png' }),
    ],
    [
      'damaged',
      'UNREADABLE_ASSET',
      () => handIn(Buffer.from('%PDF-1.7\nnothing'), { type: 'application/pdf', filename: 'essay.pdf' }),
    ],
    ['empty in the editor', 'UNSUPPORTED_ASSET_TYPE', () => handIn('<p> </p>', { type: 'text/html' })],
  ])('%s: %s', async (_, errorCode, make) => {
    const id = make()
    await notify(id)
    expect(await lastReport(id)).toMatchObject({
      processingProgress: 'Failed',
      errorCode,
      priority: 0,
      comment: expect.any(String),
    })
  })

  test('too large: none of it is kept', async () => {
    const id = handIn(Buffer.alloc(25 * 1_024 * 1_024 + 1, 'a'))
    await notify(id)
    expect(await lastReport(id)).toMatchObject({ processingProgress: 'Failed', errorCode: 'ASSET_TOO_LARGE' })
    const lying = handIn(Buffer.alloc(25 * 1_024 * 1_024 + 1, 'b'))
    const token = await course.platform.notice([lying])
    const { 'https://purl.imsglobal.org/spec/lti/claim/assetservice': service } = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, { assets: object[] }>
    const assets = service?.assets.map((asset) => ({ ...asset, size: 5 }))
    await send(await course.platform.notice([lying], { claims: { [claim('assetservice')]: { assets } } }))
    expect(await lastReport(lying)).toMatchObject({
      processingProgress: 'Failed',
      errorCode: 'ASSET_TOO_LARGE',
    })
    expect(await documents()).toEqual([])
  })

  test('beyond the monthly words: asks for another try, which then works', async () => {
    const [classGroup] = (await course.ana.call('GET', '/class-groups')).body as ClassGroup[]
    const teacherId = classGroup?.teacher_id
    await course.testApp.database.query('update teachers set custom_word_limit = 10 where id = $1', [
      teacherId,
    ])
    const id = handIn()
    await notify(id)
    expect(await lastReport(id)).toMatchObject({
      processingProgress: 'PendingManual',
      priority: 0,
      comment: expect.stringContaining('used up'),
    })
    await course.testApp.database.query('update teachers set custom_word_limit = null where id = $1', [
      teacherId,
    ])
    const [document] = await documents()
    await course.ana.call('POST', `/documents/${document?.id}/reprocess`)
    await expect
      .poll(() => lookFor(() => course.platform.reports.at(-1)?.processingProgress), pollOptions)
      .toBe('Processed')
  })
})
