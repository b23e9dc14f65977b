/** Something under an account that lets others in, or sends its data elsewhere. */
export interface Grant {
  table: string
  /** Ends it; `$1` is the teacher's id. */
  end: string
  /**
   * Students hold these links. They end only if nobody but a stranger may have made them, or the account
   * goes.
   */
  heldByStudents?: true
}

const ofTeacher = 'where teacher_id = $1::uuid'

/**
 * Everything of this kind that the product grants; the identity provider ends its own. A test compares this
 * list with `schema.txt`: a new table that holds a secret or an address must be listed here, or there as one
 * that grants nothing.
 */
export const grants: readonly Grant[] = [
  { table: 'api_keys', end: `delete from api_keys ${ofTeacher}` },
  // Messages that were waiting go with their address.
  { table: 'webhook_endpoints', end: `delete from webhook_endpoints ${ofTeacher}` },
  { table: 'exports', end: `update exports set ticket_hash = null, ticket_expires_at = null ${ofTeacher}` },
  // The platform keeps what students handed in there, and asks for no more reports.
  { table: 'lti_processors', end: `delete from lti_processors ${ofTeacher}` },
  { table: 'lti_courses', end: `delete from lti_courses ${ofTeacher}` },
  { table: 'lti_people', end: `delete from lti_people ${ofTeacher}` },
  { table: 'lti_launches', end: `delete from lti_launches ${ofTeacher}` },
  { table: 'lti_invitations', end: `delete from lti_invitations ${ofTeacher}` },
  {
    table: 'case_links',
    end: `with ended as (
        update case_links set revoked_at = now(), sealed_token = null ${ofTeacher} and revoked_at is null returning case_id, teacher_id, is_preview, answered_at
      ) insert into case_entries (case_id, teacher_id, kind)
        select distinct case_id, teacher_id, 'link-withdrawn' from ended where not is_preview and answered_at is null`,
    heldByStudents: true,
  },
  {
    table: 'writing_submissions',
    end: `update writing_submissions set link_hash = null, link_revoked_at = now() ${ofTeacher} and link_hash is not null`,
    heldByStudents: true,
  },
  { table: 'writing_sessions', end: `delete from writing_sessions ${ofTeacher}`, heldByStudents: true },
]

/** A teacher's look at the page of a student, in a link that the teacher holds. */
export const previews: Grant = {
  table: 'case_links',
  end: `update case_links set revoked_at = now(), sealed_token = null ${ofTeacher} and is_preview and revoked_at is null`,
}
