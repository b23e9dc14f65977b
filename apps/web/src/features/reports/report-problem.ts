import { Problem } from '@penmark/contract'

export type ReportProblem = 'problem.none' | 'problem.load' | 'problem.refused'

/** The specified sentence for a report that could not be fetched. */
export function reportProblem(error: unknown): ReportProblem {
  if (error instanceof Problem && error.code === 'not_found') return 'problem.none'
  return error instanceof Problem && error.code === 'not_signed_in' ? 'problem.refused' : 'problem.load'
}

export type TextProblem = 'textView.notFound' | 'textView.unsupported' | 'textView.loginRequired' | 'textView.failed'

/** The words for a text that could not be fetched; `failed` takes the detail. */
export function textProblem(error: unknown): TextProblem {
  if (!(error instanceof Problem)) return 'textView.failed'
  if (error.code === 'not_found') return 'textView.notFound'
  if (error.code === 'unsupported_file') return 'textView.unsupported'
  return error.code === 'not_signed_in' ? 'textView.loginRequired' : 'textView.failed'
}
