import {
  type ClassGroup,
  type Document,
  noFigures,
  type PublicSettings,
  type Student,
  type Teacher,
} from '@penmark/contract'

const at = '2026-11-21T10:00:00.000Z'

export function aDocument(change: Partial<Document> = {}): Document {
  const id = change.id ?? 'd1'
  const name = change.original_filename ?? 'essay.docx'
  const score = change.ai_score ?? null
  return {
    id,
    _id: id,
    teacher_id: 't1',
    original_filename: name,
    filename: name,
    upload_timestamp: at,
    created_at: at,
    updated_at: at,
    status: 'COMPLETED',
    status_reason: null,
    failure: null,
    stage: null,
    reading_page: null,
    ai_score: score,
    score,
    label: null,
    finding: null,
    ai_share: null,
    word_count: 412,
    character_count: 2_300,
    page_count: 1,
    file_type: 'docx',
    size_bytes: 20_000,
    student_id: null,
    class_group_id: null,
    assignment_id: null,
    student_details: null,
    class_details: null,
    storage_blob_path: null,
    batch_id: null,
    queue_position: null,
    processing_priority: 'NORMAL',
    is_sample: false,
    written_in_class: false,
    is_deleted: false,
    standing: null,
    standing_reasons: [],
    standing_detail: null,
    standing_since: null,
    ...change,
  }
}

export function aTeacher(change: Partial<Teacher> = {}): Teacher {
  return {
    id: 't1',
    _id: 't1',
    kinde_id: 'u1',
    email: 'amara@school.example',
    first_name: 'amara',
    last_name: 'Osei',
    school_name: 'Hillside Academy',
    role: 'teacher',
    country: 'GB',
    state_county: 'Kent',
    phone: null,
    address: null,
    how_did_you_hear: null,
    description: null,
    picture: null,
    is_administrator: false,
    needs_second_step: false,
    created_at: at,
    updated_at: at,
    current_plan: 'Free',
    current_plan_word_limit: 5_000,
    current_plan_word_allowance: 5_000,
    current_plan_char_limit: null,
    lms_access: 'none',
    lms_access_until: null,
    pro_plan_activated_at: null,
    current_period_end: at,
    stripe_customer_portal_url: null,
    words_used_current_cycle: 1_000,
    remaining_words_current_cycle: 4_000,
    chars_used_current_cycle: 6_000,
    storage_used_bytes: 12_582_912,
    storage_limit_bytes: 1_048_576_000,
    has_samples: false,
    remaining_chars_current_cycle: null,
    documents_processed_current_cycle: 3,
    reads_waiting: false,
    ...change,
  }
}

export const stats = {
  current_documents: 3,
  deleted_documents: 1,
  total_processed_documents: 4,
  avgScore: 0.41,
  pending: 1,
  flaggedRecent: 1,
  flaggedRecentClosed: 0,
  figures: noFigures,
}

export function aStudent(change: Partial<Student> = {}): Student {
  const id = change.id ?? 's1'
  return {
    id,
    _id: id,
    teacher_id: 't1',
    first_name: 'Ben',
    last_name: 'Ofori',
    email: null,
    external_student_id: null,
    descriptor: null,
    year_group: null,
    class_group_ids: [],
    created_at: at,
    updated_at: at,
    ...change,
  }
}

export function aClassGroup(change: Partial<ClassGroup> = {}): ClassGroup {
  const id = change.id ?? 'c1'
  return {
    id,
    _id: id,
    teacher_id: 't1',
    class_name: 'Year 10 English',
    academic_year: null,
    description: null,
    student_ids: [],
    created_at: at,
    updated_at: at,
    ...change,
  }
}

export const publicSettings: PublicSettings = {
  oidc: {
    authority: 'http://localhost',
    client_id: 'penmark-web',
    audience: 'penmark-api',
    scope: 'openid profile email',
    organisation: null,
    all_sessions: false,
    account_url: 'http://localhost/account',
  },
  detector: { name: 'tiny', version: '1', minimum_words: 50 },
  upload: { file_bytes: 1, files_per_batch: 1, types: ['pdf'] },
  human_check: { challenge: 'altcha', recaptcha_site_key: null },
  support_email: 'help@school.example',
  sells_plans: true,
  upgrade_url: null,
  version: '1',
}
