import type { FrozenReport, ReportCheck } from '@penmark/contract'

/** What one PDF is made of. Plain data: it travels to another process. */
export interface PrintOrder {
  report: FrozenReport
  /** Later checks, oldest first. */
  checks: ReportCheck[]
  filename: string
  /** Any language tag; what is not on offer is English. */
  language: string
}

export type PrintAnswer = { pdf: Uint8Array } | { error: string }
