import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@penmark/contract'
import { describe, expect, test } from 'vitest'
import { startAppeals } from '../../../testing/appeals.ts'
import { assignWaitingAppeals } from './reviewers.ts'

const {
  testApp,
  head,
  ana,
  bo,
  cay,
  listReviewers,
  nameReviewer,
  caseOf,
  appealsOf,
  endAppeal,
  get,
  decidedCase,
  appeal,
  appealedCase,
} = await startAppeals()

describe('the people to whom appeals go', () => {
  test('are existing accounts, named and removed by an administrator alone, on record', async () => {
    expect((await nameReviewer('nobody@school.example')).status).toBe(422)
    expect((await nameReviewer('BO@school.example')).body).toMatchObject([
      { name: 'Bo Lind', email: 'bo@school.example', open_appeals: 0 },
    ])
    expect((await nameReviewer('bo@school.example')).status).toBe(422)
    expect((await ana.call('POST', '/admin/appeal-reviewers', { email: 'ana@school.example' })).status).toBe(
      403,
    )
    const [person] = await listReviewers()
    expect((await head.call('DELETE', `/admin/appeal-reviewers/${person?.teacher_id}`)).body).toEqual([])
    expect((await head.call('DELETE', `/admin/appeal-reviewers/${randomUUID()}`)).status).toBe(404)
    const entries = (await head.call('GET', '/admin/audit')).body as AuditEntry[]
    expect(entries.slice(0, 2).map(({ action, target_id }) => [action, target_id])).toEqual([
      ['appeal-reviewer.remove', person?.teacher_id],
      ['appeal-reviewer.add', person?.teacher_id],
    ])
  })

  test('take over an appeal when its reviewer is removed, and one that had no reviewer', async () => {
    await nameReviewer('bo@school.example')
    const { id } = await appealedCase()
    const [bos] = await listReviewers()
    await head.call('DELETE', `/admin/appeal-reviewers/${bos?.teacher_id}`)
    expect(await appealsOf(bo)).toEqual([])
    expect((await caseOf(id)).appeal).toMatchObject({ reviewer_name: null, ended_at: null })
    await nameReviewer('cay@school.example')
    expect(await appealsOf(cay)).toMatchObject([
      { student_name: 'Ida Berg', outcome: 'referred', ended_at: null },
    ])
    await endAppeal(cay, (await appealsOf(cay))[0]?.id ?? '', null)
  })

  test('never include the teacher who decided', async () => {
    await nameReviewer('ana@school.example')
    const { url } = await decidedCase()
    expect((await get(url)).body).toContain('Nobody has been named here yet')
    await nameReviewer('bo@school.example')
    expect((await get(url)).body).toContain('You can appeal here until')
    await appeal(url)
    expect([
      (await appealsOf(ana)).length,
      (await appealsOf(bo)).filter(({ ended_at }) => ended_at === null).length,
    ]).toEqual([0, 1])
    await endAppeal(bo, (await appealsOf(bo))[0]?.id ?? '', null)
  })

  test('get the appeals of a person who deletes their account', async () => {
    const dee = await testApp.teacher('dee', { email: 'dee@school.example' })
    await dee.call('GET', '/cases')
    await nameReviewer('dee@school.example')
    const { url } = await decidedCase()
    await appeal(url)
    expect(await appealsOf(dee)).toHaveLength(1)
    await testApp.database.query(
      "update teachers set erasing_since = now() where email = 'dee@school.example'",
    )
    await nameReviewer('bo@school.example')
    await assignWaitingAppeals({ ...testApp, publicUrl: 'http://localhost' })
    const open = (await appealsOf(bo)).filter(({ ended_at }) => ended_at === null)
    expect(open).toHaveLength(1)
    await endAppeal(bo, open[0]?.id ?? '', null)
    await testApp.database.query(
      "delete from case_reviewers where teacher_id in (select id from teachers where email = 'dee@school.example')",
    )
  })
})
