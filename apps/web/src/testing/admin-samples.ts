import type {
  AdminClassGroup,
  AdminDocument,
  AdminStudent,
  AdminTeacher,
  AuditEntry,
  BackupList,
  FailedDocument,
  Installation,
  Mail,
  QueueHealth,
  ReleasedModel,
  StorageUse,
  SupportMessage,
} from '@penmark/contract'

const at = '2026-11-21T10:00:00.000Z'
const megabyte = 1024 * 1024
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
    failure: null,
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
    queue_position: null,
    storage_blob_path: 'files/d1',
    is_sample: false,
    written_in_class: false,
    detector_version: '0.7.1',
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
    action: 'student.delete',
    target_id: 's1',
    teacher_email: 'amara@school.example',
    details: {},
    ...change,
  }
}

const recordedAt = '2026-11-21T10:00:00.000Z'

export const aFailure = (change: Partial<FailedDocument> = {}): FailedDocument => ({
  id: 'd1',
  original_filename: 'essay.docx',
  teacher_email: 'amara@school.example',
  status_reason: 'Something went wrong on our side.',
  failure: null,
  is_ours: true,
  failed_at: recordedAt,
  ...change,
})

export const anInstallation = (change: Partial<Installation> = {}): Installation => ({
  version: '1.0.0',
  detector: { name: 'standard', version: '1' },
  warnings: [],
  is_set_up: true,
  reference_services: [],
  ...change,
})

export const aQueue = (change: Partial<QueueHealth> = {}): QueueHealth => ({
  waiting: 12,
  running: 2,
  failed: 3,
  failed_ours: 1,
  oldest_waiting_since: recordedAt,
  oldest_running_since: null,
  mails_waiting: 0,
  mails_failed: 0,
  failures: [aFailure()],
  ...change,
})

export const aStorage = (change: Partial<StorageUse> = {}): StorageUse => ({
  database: {
    kind: 'embedded',
    bytes: 50 * 1024 * 1024,
    tables: [{ name: 'reports', bytes: 30 * 1024 * 1024 }],
  },
  files: { count: 1_204, bytes: 300 * 1024 * 1024 },
  exports: { count: 0, bytes: 0 },
  quota: { used_bytes: 310 * 1024 * 1024, limit_bytes: 1024 * 1024 * 1024 },
  sweep: null,
  disk: { free_bytes: 20 * 1024 * 1024, total_bytes: 1_000 * 1024 * 1024 },
  ...change,
})

export const aModel = (change: Partial<ReleasedModel> = {}): ReleasedModel => ({
  name: 'standard',
  version: '0.3.0',
  use: 'evaluation-and-non-commercial',
  minimum_words: 50,
  texts: { human: 49_831, ai: 55_408, sources: 64 },
  sha256: 'abc',
  bytes: 5_780_088,
  is_active: true,
  ...change,
})

export const aMessage = (change: Partial<SupportMessage> = {}): SupportMessage => ({
  id: 'm1',
  name: 'Ben Ofori',
  email: 'ben@school.example',
  subject: 'A question',
  teacher_id: null,
  created_at: recordedAt,
  closed_at: null,
  ...change,
})

export const aMail = (change: Partial<Mail> = {}): Mail => ({
  id: 'l1',
  kind: 'identity.reset',
  recipient: 'ben@school.example',
  subject: 'Reset your password',
  state: 'sent',
  tries: 1,
  fault: null,
  created_at: recordedAt,
  sent_at: recordedAt,
  next_try_at: null,
  ...change,
})

export function aBackupList(change: Partial<BackupList> = {}): BackupList {
  return {
    backups: [],
    run: null,
    schedule: { frequency: 'off', hour: 3, keep: 14 },
    next_scheduled_at: null,
    time_zone: 'Europe/London',
    failed_schedule: null,
    obstacle: null,
    folder: '/srv/penmark/backups',
    needed_bytes: 320 * megabyte,
    free_bytes: 5 * 1024 * megabyte,
    shares_disk: false,
    leaves_out_files: false,
    can_restore: true,
    rehearsal: null,
    ...change,
  }
}
