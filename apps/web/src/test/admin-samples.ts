import type { AdminClassGroup, AdminDocument, AdminStudent, AdminTeacher, AuditEntry } from '@penmark/contract'

const at = '2026-11-21T10:00:00.000Z'
const owner = { teacher_id: 't1', teacher_name: 'Amara Osei', teacher_email: 'amara@school.example' }

export function anAdminTeacher(change: Partial<AdminTeacher> = {}): AdminTeacher {
  const id = change.id ?? 't1'
  return {
    id,
    _id: id,
    kinde_id: `kinde-${id}`,
    first_name: 'Amara',
    last_name: 'Osei',
    email: 'amara@school.example',
    school_name: 'Hillside Academy',
    role: 'teacher',
    is_administrator: false,
    has_second_step: false,
    current_plan: 'FREE',
    current_plan_word_limit: 5_000,
    words_used_current_cycle: 1_200,
    remaining_words_current_cycle: 3_800,
    documents_processed_current_cycle: 3,
    is_active: true,
    is_invited: false,
    is_deleted: false,
    country: 'GB',
    state_county: 'Kent',
    how_did_you_hear: null,
    description: null,
    stripe_customer_id: null,
    subscription_status: null,
    pro_plan_activated_at: null,
    created_at: at,
    updated_at: at,
    custom_word_limit_override: null,
    custom_char_limit_override: null,
    ...change,
  }
}

export function anAdminStudent(change: Partial<AdminStudent> = {}): AdminStudent {
  const id = change.id ?? 's1'
  return {
    id,
    _id: id,
    ...owner,
    first_name: 'Ben',
    last_name: 'Ofori',
    email: null,
    external_student_id: null,
    year_group: null,
    created_at: at,
    updated_at: at,
    ...change,
  }
}

export function anAdminClass(change: Partial<AdminClassGroup> = {}): AdminClassGroup {
  const id = change.id ?? 'c1'
  return {
    id,
    _id: id,
    ...owner,
    class_name: 'Year 9',
    academic_year: '2026/27',
    student_count: 28,
    created_at: at,
    updated_at: at,
    ...change,
  }
}

export function anAdminDocument(change: Partial<AdminDocument> = {}): AdminDocument {
  const id = change.id ?? 'd1'
  return {
    id,
    _id: id,
    ...owner,
    original_filename: 'essay.docx',
    filename: 'essay.docx',
    upload_timestamp: at,
    created_at: at,
    updated_at: at,
    completed_at: at,
    status: 'COMPLETED',
    status_reason: null,
    ai_score: 0.824,
    score: 0.824,
    word_count: 412,
    character_count: 2_300,
    page_count: 1,
    file_type: 'docx',
    size_bytes: 20_000,
    student_id: 's1',
    student_name: 'Ben Ofori',
    class_group_id: null,
    class_name: null,
    assignment_id: null,
    batch_id: null,
    processing_priority: 'NORMAL',
    ...change,
  }
}

export function anEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: '7',
    at,
    administrator_id: 't9',
    administrator_name: 'Ada Min',
    administrator_email: 'ada@school.example',
    deed: 'student.delete',
    target_id: 's1',
    teacher_email: 'amara@school.example',
    details: {},
    ...change,
  }
}
