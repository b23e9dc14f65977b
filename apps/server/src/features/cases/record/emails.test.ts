import { describe, expect, test } from 'vitest'
import { startAppeals } from '../../../testing/appeals.ts'

const { testApp, head, ana, bo, listReviewers, nameReviewer, decide, appealsOf, linkedCase, appealedCase } =
  await startAppeals()

const emailsOf = async (kind: string) =>
  (await testApp.database.query('select recipient from mails where kind = $1', [kind])).rows.length

describe('one teacher cannot fill a mailbox', () => {
  test('of a student with links: the sixth within a day is refused, and the link before it still opens', async () => {
    const { id } = await linkedCase()
    const make = (send_email: boolean) =>
      ana.call('POST', `/cases/${id}/student-page/links`, { language: 'en-GB', days: 14, send_email })
    for (let nth = 0; nth < 4; nth += 1) expect((await make(true)).status).toBe(201)
    const { url } = (await make(true)).body as { url: string }
    expect(await make(true)).toMatchObject({
      status: 409,
      body: { reason: { code: 'student_emailed_often' } },
    })
    expect(await emailsOf('case.link')).toBe(5)
    expect((await testApp.app.inject(new URL(url).pathname)).statusCode).toBe(200)
    // Without an email there is no limit, and on another day there is none either.
    expect((await make(false)).status).toBe(201)
    await testApp.database.query("update mails set created_at = created_at - interval '25 hours'")
    expect((await make(true)).status).toBe(201)
  })

  test('of a student with decisions: each is on their page, and five within a day are emailed', async () => {
    const { id } = await linkedCase({ send_email: true })
    for (let nth = 0; nth < 7; nth += 1) expect((await decide(id, 'referred')).status).toBe(201)
    expect(await emailsOf('case.student-decided')).toBe(5)
  })

  test('of a reviewer with appeals, however often an administrator names them anew; their list has all', async () => {
    await nameReviewer('bo@school.example')
    for (let nth = 0; nth < 4; nth += 1) await appealedCase()
    for (let nth = 0; nth < 2; nth += 1) {
      for (const { teacher_id } of await listReviewers())
        await head.call('DELETE', `/admin/appeal-reviewers/${teacher_id}`)
      await nameReviewer('bo@school.example')
    }
    expect(await emailsOf('appeal.arrived')).toBe(3)
    expect(await appealsOf(bo)).toHaveLength(4)
  })
})
