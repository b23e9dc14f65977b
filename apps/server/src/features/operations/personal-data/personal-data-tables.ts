/** Rows of one table that belong to one teacher. */
export interface PersonalDataTable {
  table: string
  /** SQL condition on the table's rows; `$1` is the teacher's id. */
  where: string
  /** The export field that lists them; null if another field already contains their personal data. */
  exportedAs: string | null
  /** Columns without personal data: our own keys and secrets. */
  without?: string[]
  /** SQL condition on the rows that the export lists; all by default. */
  exportedWhere?: string
}

const ofTeacher = 'teacher_id = $1::uuid'
const ofTheirNumber = 'owner in (select no from fingerprint_owners where teacher_id = $1::uuid)'
const ofEitherTeacher = '(teacher_id = $1::uuid or other_teacher_id = $1::uuid)'
const inTheirBin = 'item_id in (select id from bin_items where teacher_id = $1::uuid)'
const handedIn = 'handed_in_at is not null'
const ofTheirDocument = 'document_id in (select id from documents where teacher_id = $1::uuid)'

/**
 * Everything that belongs to a teacher, in the order in which it can be erased. The identity provider is
 * asked for its own data. A test compares this list with `schema.txt`: a new table must be listed here, or
 * there as one without a teacher's data.
 */
export const personalDataTables: readonly PersonalDataTable[] = [
  { table: 'standing_evidence', where: ofTheirDocument, exportedAs: null },
  { table: 'shared_texts', where: ofTheirDocument, exportedAs: null },
  { table: 'bin_references', where: inTheirBin, exportedAs: null },
  // Copies of rows of the tables below; the export names what they belong to.
  { table: 'bin_rows', where: inTheirBin, exportedAs: null },
  { table: 'bin_items', where: ofTeacher, exportedAs: 'bin' },
  {
    table: 'lti_assets',
    where: ofTeacher,
    exportedAs: 'lti_assets',
    without: ['asset_url', 'report_url', 'held_until'],
  },
  { table: 'lti_processors', where: ofTeacher, exportedAs: 'lti_processors' },
  {
    table: 'lti_students',
    where: 'student_id in (select id from students where teacher_id = $1::uuid)',
    exportedAs: null,
  },
  {
    table: 'lti_members',
    where: 'class_group_id in (select id from class_groups where teacher_id = $1::uuid)',
    exportedAs: null,
  },
  // The database keeps the record of a case until the case itself is gone.
  { table: 'cases', where: ofTeacher, exportedAs: 'cases' },
  { table: 'case_appeals', where: ofTeacher, exportedAs: 'case_appeals' },
  { table: 'case_reviewers', where: ofTeacher, exportedAs: 'case_reviewers' },
  { table: 'case_documents', where: ofTeacher, exportedAs: 'case_documents' },
  { table: 'case_entries', where: ofTeacher, exportedAs: 'case_entries' },
  {
    table: 'case_reply_file_checks',
    where: ofTeacher,
    exportedAs: 'case_reply_file_checks',
    without: ['runs'],
  },
  // A draft is the student's own until it is handed in.
  {
    table: 'case_reply_files',
    where: ofTeacher,
    exportedAs: 'case_reply_files',
    without: ['blob_key'],
    exportedWhere: `reply_id in (select id from case_replies where ${handedIn})`,
  },
  {
    table: 'case_replies',
    where: ofTeacher,
    exportedAs: 'case_replies',
    without: ['refused_files'],
    exportedWhere: handedIn,
  },
  {
    table: 'case_links',
    where: ofTeacher,
    exportedAs: 'case_links',
    without: ['token_hash', 'sealed_token', 'expiry_recorded_at'],
  },
  { table: 'writing_sessions', where: ofTeacher, exportedAs: 'writing_sessions', without: ['secret_hash'] },
  { table: 'writing_batches', where: ofTeacher, exportedAs: 'writing_batches', without: ['body'] },
  { table: 'writing_texts', where: ofTeacher, exportedAs: 'writing_texts', without: ['body'] },
  {
    table: 'writing_submissions',
    where: ofTeacher,
    exportedAs: 'writing_submissions',
    without: ['link_hash'],
  },
  { table: 'writing_tasks', where: ofTeacher, exportedAs: 'writing_tasks', without: ['pin_hash'] },
  { table: 'retention_announcements', where: ofTeacher, exportedAs: 'retention_announcements' },
  // Hashes of words in the documents, and numbers of our own for both.
  { table: 'fingerprints', where: ofTheirNumber, exportedAs: null },
  { table: 'fingerprinted_documents', where: ofTheirNumber, exportedAs: null },
  { table: 'fingerprint_owners', where: ofTeacher, exportedAs: null },
  // A row for each side, and what a colleague may read of it. The other side's document is not the teacher's
  // own.
  {
    table: 'comparison_requests',
    where: ofEitherTeacher,
    exportedAs: 'comparison_requests',
    without: ['document_id', 'other_document_id', 'language'],
  },
  {
    table: 'comparison_refusals',
    where: ofEitherTeacher,
    exportedAs: 'comparison_refusals',
    without: ['other_document_id', 'text_hash'],
  },
  {
    table: 'school_matches',
    where: ofEitherTeacher,
    exportedAs: 'school_matches',
    // Exact figures are only for those who both agreed.
    without: ['other_document_id', 'found_by', 'text_hash', 'words', 'share', 'passages'],
    exportedWhere: ofTeacher,
  },
  // Which texts met, by keyed hashes: the matches say what was told of it.
  { table: 'school_meetings', where: ofEitherTeacher, exportedAs: null },
  { table: 'school_deferrals', where: ofTheirDocument, exportedAs: null },
  { table: 'source_matches', where: ofTeacher, exportedAs: 'source_matches', without: ['text_hash'] },
  {
    table: 'class_sources',
    where: ofTeacher,
    exportedAs: 'class_sources',
    without: ['blob_key', 'sha256', 'runs'],
  },
  {
    table: 'overlap_pairs',
    where: ofTeacher,
    exportedAs: 'shared_passages',
    without: ['text_hash_a', 'text_hash_b'],
  },
  {
    table: 'overlap_common_passages',
    where: ofTeacher,
    exportedAs: 'common_passages',
    without: ['text_hash'],
  },
  { table: 'overlap_comparisons', where: ofTeacher, exportedAs: 'comparisons', without: ['runs'] },
  { table: 'reference_look_ups', where: ofTeacher, exportedAs: 'reference_look_ups', without: ['runs'] },
  // Answers that repeat what the documents say, for a day.
  { table: 'upload_answers', where: ofTeacher, exportedAs: null },
  { table: 'reports', where: ofTheirDocument, exportedAs: null },
  { table: 'document_texts', where: ofTheirDocument, exportedAs: null },
  { table: 'documents', where: ofTeacher, exportedAs: null },
  { table: 'document_tombstones', where: ofTeacher, exportedAs: 'deleted_documents' },
  { table: 'document_tallies', where: ofTeacher, exportedAs: null },
  { table: 'storage_use', where: ofTeacher, exportedAs: null },
  {
    table: 'class_memberships',
    where: 'class_group_id in (select id from class_groups where teacher_id = $1::uuid)',
    exportedAs: 'class_memberships',
  },
  {
    table: 'ended_memberships',
    where: 'class_group_id in (select id from class_groups where teacher_id = $1::uuid)',
    exportedAs: null,
  },
  { table: 'retention_rules', where: ofTeacher, exportedAs: 'retention_rules' },
  { table: 'students', where: ofTeacher, exportedAs: 'students' },
  { table: 'student_tombstones', where: ofTeacher, exportedAs: 'deleted_students' },
  { table: 'lti_courses', where: ofTeacher, exportedAs: 'lti_courses' },
  { table: 'class_groups', where: ofTeacher, exportedAs: 'class_groups' },
  { table: 'class_group_tombstones', where: ofTeacher, exportedAs: 'deleted_class_groups' },
  { table: 'allowance_movements', where: ofTeacher, exportedAs: 'allowance_movements' },
  { table: 'subscriptions', where: ofTeacher, exportedAs: 'subscriptions' },
  {
    table: 'payment_stand_in',
    where: `position($1::text in body::text) > 0 or exists (
      select 1 from payment_customers c where c.teacher_id = $1::uuid and position(c.customer_id in body::text) > 0)`,
    exportedAs: null,
  },
  { table: 'payment_customers', where: ofTeacher, exportedAs: 'payment_customers' },
  {
    table: 'mails',
    where: 'lower(recipient) = (select lower(email) from teachers where id = $1::uuid)',
    exportedAs: 'mails',
    // A link in an email opens the account.
    without: ['body', 'html'],
  },
  {
    table: 'support_messages',
    where: `${ofTeacher} or lower(email) = (select lower(email) from teachers where id = $1::uuid)`,
    exportedAs: 'support_messages',
  },
  {
    table: 'exports',
    where: ofTeacher,
    exportedAs: 'exports',
    without: ['blob_key', 'ticket_hash', 'ticket_expires_at', 'runs'],
  },
  { table: 'api_keys', where: ofTeacher, exportedAs: 'api_keys', without: ['hash'] },
  {
    table: 'webhook_deliveries',
    where: ofTeacher,
    exportedAs: 'webhook_deliveries',
    without: ['held_until'],
  },
  {
    table: 'webhook_endpoints',
    where: ofTeacher,
    exportedAs: 'webhook_endpoints',
    without: ['secret', 'old_secret'],
  },
  { table: 'lti_people', where: ofTeacher, exportedAs: 'lti_people' },
  { table: 'lti_launches', where: ofTeacher, exportedAs: null },
  { table: 'lti_invitations', where: ofTeacher, exportedAs: null },
  { table: 'teachers', where: 'id = $1::uuid', exportedAs: 'teacher', without: ['erasing_since'] },
]

/** The tables that make up a document and are erased with it. */
export const partsOfDocuments = [
  'retention_announcements',
  'fingerprinted_documents',
  'reference_look_ups',
  'reports',
  'document_texts',
  'documents',
] as const
