import type { FrozenReport, ReportCheck } from '@penmark/contract'

/** What one PDF is made of. Plain data: it travels to another process. */
export interface PrintOrder {
  report: FrozenReport
  /** Later checks, oldest first. */
  checks: ReportCheck[]
  filename: string
  /** Student and class as the page names them, parts joined; null where the document has none. */
  owner: string | null
  /** Any language tag; what is not on offer is English. */
  language: string
  /** IANA name of the reader's zone; UTC where it is absent or unknown. */
  time_zone?: string | undefined
}

export type PrintAnswer = { pdf: Uint8Array } | { error: string }
