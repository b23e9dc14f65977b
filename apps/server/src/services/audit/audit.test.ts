import { randomUUID } from 'node:crypto'
import { AuditEntry, type Route, routes, type Teacher } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { recordAction } from './audit.ts'

let testApp: TestApp
let ana: TestTeacher
let anaId = ''
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  const profile = {
    first_name: 'Ana',
    last_name: 'Sol',
    school_name: 'Hill',
    role: 'teacher',
    country: 'ES',
    state_county: 'Soria',
  }
  anaId = ((await ana.call('PUT', '/teachers/me', profile)).body as Teacher).id
})
afterAll(() => testApp.close())

const list = async (query = '') =>
  z.array(AuditEntry).parse((await ana.call('GET', `/admin/audit${query}`)).body)
const record = (action: AuditEntry['action'], target_id: string = randomUUID()) =>
  testApp.database.transaction((connection) =>
    recordAction(connection, { teacher_id: anaId }, { action, target_id, details: { figure: 1 } }),
  )

test('lists actions newest first, paged and by action', async () => {
  for (const target of ['one', 'two', 'three']) await record('mail.read', target)
  await record('student.delete', 'four')
  expect((await list()).map(({ target_id }) => target_id)).toEqual(['four', 'three', 'two', 'one'])
  const first = await list('?limit=2&action=mail.read')
  expect(first.map(({ target_id }) => target_id)).toEqual(['three', 'two'])
  expect((await list(`?before=${first[1]?.id}`)).map(({ target_id }) => target_id)).toEqual(['one'])
  expect((await ana.call('GET', '/admin/audit?before=x')).status).toBe(422)
})

test.each([
  ['changed', "update audit_entries set target_id = 'other'"],
  ['removed', 'delete from audit_entries'],
  ['emptied', 'truncate audit_entries'],
])('cannot be %s, even by direct database access', async (_word, statement) => {
  await record('mail.read')
  const before = await list()
  await expect(testApp.database.query(statement)).rejects.toThrow(/never changed or removed/)
  expect(await list()).toEqual(before)
})

test('contains nothing that was rolled back', async () => {
  const before = await list()
  const work = testApp.database.transaction(async (connection) => {
    await recordAction(connection, { teacher_id: anaId }, { action: 'student.delete', target_id: 'never' })
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await list()).toEqual(before)
})

test('no longer names an account that was erased', async () => {
  await testApp.database.transaction((connection) =>
    recordAction(
      connection,
      { teacher_id: randomUUID() },
      { action: 'mail.read', target_id: 'x', teacher_id: randomUUID() },
    ),
  )
  expect((await list())[0]).toMatchObject({
    administrator_name: null,
    administrator_email: null,
    teacher_email: null,
  })
})

/** What each administrator's call that changes something records. A new call must be added here. */
const recordedActions: Record<string, AuditEntry['action']> = {
  updateUsageLimits: 'usage-limits.change',
  changePlan: 'plan.change',
  removeTwoFactor: 'second-step.remove',
  deleteAnyStudent: 'student.delete',
  retryDocuments: 'document.retry',
  retryJob: 'job.retry',
  addLtiPlatform: 'platform.add',
  changeLtiPlatform: 'platform.change',
  inviteLtiPlatform: 'platform.invite',
  removeLtiPlatform: 'platform.remove',
  closeSupportMessage: 'message.close',
  switchDocumentScores: 'document-scores.switch-on',
  switchSchoolBaseline: 'school-baseline.switch-on',
  switchSchoolComparison: 'school-comparison.switch-on',
  saveCasePolicy: 'case-policy.change',
  sendTestEmail: 'setup.test-email',
  finishSetup: 'setup.finish',
  addAppealReviewer: 'appeal-reviewer.add',
  removeAppealReviewer: 'appeal-reviewer.remove',
  makeBackup: 'backup.make',
  verifyBackup: 'backup.verify',
  createBackupLink: 'backup.download',
  deleteBackup: 'backup.delete',
  saveBackupSchedule: 'backup-schedule.change',
  beginRestore: 'backup.upload',
  applyRestore: 'backup.restore',
  importTeachers: 'teachers.import',
  allowSweep: 'files.sweep',
}

test('records every administrator call that changes something', () => {
  const changing = Object.entries<Route>(routes).filter(
    ([, { access, method }]) => access === 'administrator' && method !== 'GET',
  )
  expect(changing.map(([name]) => name).sort()).toEqual(Object.keys(recordedActions).sort())
})
