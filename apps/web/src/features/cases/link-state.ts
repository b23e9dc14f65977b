import type { StudentLink } from '@penmark/contract'

const isOver = ({ expires_at }: StudentLink) => new Date(expires_at) <= new Date()

/** Where the last link of a student stands. */
export function linkStateOf(link: StudentLink): 'waiting' | 'opened' | 'answered' | 'withdrawn' | 'expired' {
  if (link.answered_at !== null) return 'answered'
  if (link.revoked_at !== null) return 'withdrawn'
  if (isOver(link)) return 'expired'
  return link.opened_at === null ? 'waiting' : 'opened'
}
