import { type Document, FrozenReport, type Report, type ReportCheck } from '@penmark/contract'

export function toCheck({ score, label, finding, detector, created_at }: FrozenReport): ReportCheck {
  return { score, label, finding, detector, created_at }
}

/** Whether this model has already scored the document. */
export function isScoredBy(results: readonly FrozenReport[], modelHash: string): boolean {
  return results.some(({ detector }) => detector?.model_hash === modelHash)
}

/** The first result with later ones, newest last; null if there is none. */
export function withChecks(results: readonly FrozenReport[], activeModelHash: string): Report | null {
  const [first] = results
  return first
    ? { ...first, checks: results.map(toCheck), may_recheck: !isScoredBy(results, activeModelHash) }
    : null
}

/** A report on its own, as it was: no later results, and nothing to recheck. */
export function asOnlyResult(report: FrozenReport): Report {
  return { ...report, checks: [toCheck(report)], may_recheck: false }
}

/** The document's assignment in one line as on the page: student, year, class. Null if it is unassigned. */
export function assignmentLine({ student_details: student, class_details: group }: Document): string | null {
  const name = student && `${student.first_name} ${student.last_name}`.trim()
  return [name, student?.year_group, group?.class_name].filter((part) => part).join(' · ') || null
}

/**
 * `paragraph_results` can be derived from `results`; storing both would double a report. Older rows hold
 * both.
 */
export function toStoredReport({ paragraph_results: _, ...body }: FrozenReport) {
  return body
}

function withParagraphs(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('results' in body)) return body
  const { results } = body
  const isBounded = 'detail' in body && body.detail !== null
  const paragraphs =
    isBounded && Array.isArray(results)
      ? results.map((paragraph: object) => ({ ...paragraph, spans: [] }))
      : results
  return { paragraph_results: paragraphs, ...body }
}

export function fromStoredReport(body: unknown): FrozenReport {
  return FrozenReport.parse(withParagraphs(body))
}
