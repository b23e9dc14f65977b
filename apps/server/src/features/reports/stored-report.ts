import { FrozenReport } from '@penmark/contract'

/** `paragraph_results` can be derived from `results`; storing both would double a report. Older rows hold both. */
export function toStoredReport({ paragraph_results: _, ...body }: FrozenReport) {
  return body
}

function withParagraphs(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('results' in body)) return body
  const { results } = body
  const isBounded = 'detail' in body && body.detail !== null
  const paragraphs = isBounded && Array.isArray(results) ? results.map((paragraph: object) => ({ ...paragraph, spans: [] })) : results
  return { paragraph_results: paragraphs, ...body }
}

export function fromStoredReport(body: unknown): FrozenReport {
  return FrozenReport.parse(withParagraphs(body))
}
