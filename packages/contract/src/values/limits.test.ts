import { expect, test } from 'vitest'
import { isProfileComplete, notSpecified, planLabels, Teacher, teacherRoles } from '../account/teacher.ts'
import { oidc } from '../brand.ts'
import {
  BatchUpload,
  DashboardStats,
  Document,
  documentStatuses,
  inProgress,
  RecentDocument,
} from '../documents/document.ts'
import { fileTypes } from '../documents/file-types.ts'
import { Report, ReportParagraph, ReportSpan } from '../documents/report.ts'
import { ClassGroup, StudentRow } from '../organisation/student.ts'
import * as limits from './limits.ts'
import { findings, labels } from './score.ts'

test("states each plan's allowance in words and in pages of 1,000 words", () => {
  expect(limits.planWordLimit).toEqual({ FREE: 5_000, PRO: 100_000, SCHOOLS: null })
  const pages = Object.values(limits.planWordLimit).map((words) => words && words / limits.wordsPerPage)
  expect(pages).toEqual([5, 100, null])
})

test('prices Free at nothing, Pro at 8 pounds a month, and Schools on request', () => {
  expect(limits.planPrice).toEqual({ FREE: 0, PRO: 8, SCHOOLS: null })
})

test('limits the size and number of uploaded files', () => {
  expect(limits.uploadLimits).toMatchObject({ fileBytes: 26_214_400, filesPerBatch: 50 })
})

test('polls the dashboard every 3 s and other lists every 5 s, shows loading for at least 1 s, and lists five recent documents', () => {
  expect(limits.pollEveryMs).toEqual({ dashboard: 3_000, documents: 5_000 })
  expect(limits.minimumLoadingMs).toBe(1_000)
  expect(limits.recentDocuments).toBe(5)
})

test("uses the specification's delays", () => {
  expect(limits.reprocessTimes).toEqual({ reloadAfterMs: 3_000, failedBadgeMs: 5_000 })
  expect(limits.deleteTimes).toEqual({ slideAfterMs: 600, callAfterMs: 1_600 })
  expect(limits.toastTimes).toEqual({
    documents: {
      success: { fadeAfterMs: 3_500, clearAfterMs: 4_000 },
      error: { fadeAfterMs: 4_500, clearAfterMs: 5_000 },
    },
    elsewhere: { success: { clearAfterMs: 4_000 }, error: { clearAfterMs: 5_000 } },
  })
  expect([limits.quickstartRedirectMs, limits.assignmentPanelAfterMs, limits.paymentRedirectMs]).toEqual([
    2_000, 3_000, 5_000,
  ])
})

test("uses the specification's thresholds for scores, confidence, usage and flags", () => {
  expect(limits.scoreBands).toEqual({ red: 70, amber: 30 })
  expect(limits.verdictAtPercent).toBe(50)
  expect(limits.confidenceBands).toEqual({ highBelow: 20, mediumBelow: 40, mediumFrom: 60, highFrom: 80 })
  expect(limits.usageBar).toEqual({ redAbovePercent: 90, yellowAbovePercent: 70 })
  expect([limits.lowWordsShare, limits.flaggedScore, limits.strictScore, limits.flaggedWithinDays]).toEqual([
    0.1, 0.5, 0.7, 7,
  ])
})

test('refreshes a token 10 s before expiry and once a day at the latest', () => {
  expect(limits.tokenRefresh).toEqual({ beforeExpiryMs: 10_000, capMs: 86_400_000 })
})

test('requests the scopes openid, profile and email, and its own audience', () => {
  expect(oidc.scope).toBe('openid profile email')
  expect(oidc.audience).toBe('penmark-api')
})

test("uses exactly the specification's statuses, types, labels, roles and plans", () => {
  expect(documentStatuses).toEqual([
    'UPLOADED',
    'QUEUED',
    'PROCESSING',
    'COMPLETED',
    'ERROR',
    'LIMIT_EXCEEDED',
  ])
  expect(inProgress).toEqual({
    dashboard: ['UPLOADED', 'QUEUED', 'PROCESSING'],
    documents: ['QUEUED', 'PROCESSING'],
  })
  expect([...fileTypes].sort()).toEqual(['doc', 'docx', 'pdf', 'txt'])
  expect(labels).toEqual(['ai-generated', 'human-written', 'insufficient-text'])
  expect(findings).toEqual([
    'ai-likely',
    'mixed',
    'inconclusive',
    'no-evidence',
    'insufficient-text',
    'unsupported-language',
    'creative-writing',
  ])
  expect(teacherRoles).toEqual(['teacher', 'tutor', 'lecturer', 'admin', 'other'])
  expect(limits.planIds).toEqual(['FREE', 'PRO', 'SCHOOLS'])
  expect(planLabels).toEqual(['Free', 'Pro', 'Schools'])
})

test('treats a profile as complete only when every required field is filled', () => {
  const filled = {
    first_name: 'A',
    last_name: 'B',
    school_name: 'C',
    state_county: 'D',
    country: 'E',
    role: 'teacher',
  } as const
  expect(isProfileComplete(filled)).toBe(true)
  for (const field of ['first_name', 'last_name', 'school_name', 'state_county', 'country'] as const)
    for (const empty of ['', ' ', notSpecified])
      expect(isProfileComplete({ ...filled, [field]: empty }), `${field} "${empty}"`).toBe(false)
  const { role: _, ...withoutRole } = filled
  expect(isProfileComplete(withoutRole)).toBe(false)
})

test.each([
  [
    'Document',
    Document,
    `id _id original_filename filename upload_timestamp created_at updated_at status ai_score score word_count character_count file_type
    student_id class_group_id assignment_id student_details class_details batch_id queue_position processing_priority teacher_id is_deleted`,
  ],
  [
    'Teacher',
    Teacher,
    `first_name last_name email school_name role country state_county phone address kinde_id picture is_administrator created_at current_plan
    current_plan_word_limit current_plan_word_allowance current_plan_char_limit pro_plan_activated_at current_period_end
    stripe_customer_portal_url words_used_current_cycle remaining_words_current_cycle documents_processed_current_cycle`,
  ],
  [
    'DashboardStats',
    DashboardStats,
    'current_documents deleted_documents total_processed_documents avgScore pending flaggedRecent',
  ],
  ['BatchUpload', BatchUpload, 'batch_id total_files status document_ids'],
  ['ClassGroup', ClassGroup, '_id teacher_id class_name academic_year student_ids'],
  ['StudentRow', StudentRow, 'FirstName LastName EmailAddress ExternalID Descriptor AssignToClass'],
  ['RecentDocument', RecentDocument, 'id _id status word_count filename upload_timestamp student score'],
  ['Report', Report, 'status score label paragraph_results results'],
  ['ReportParagraph', ReportParagraph, 'paragraph_text probability label spans'],
  ['ReportSpan', ReportSpan, 'text label probability'],
] as const)("has the specification's fields in %s", (_, { shape }, fields) => {
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields.split(/\s+/)))
})
