import autocannon from 'autocannon'
import { textOf } from '../../../bench/texts.ts'

/** The kinds of calls, as a percentage. */
const share = {
  list: 40,
  document: 15,
  dashboard: 15,
  report: 10,
  count: 5,
  analytics: 5,
  paste: 10,
} as const
type Call = keyof typeof share

export interface Teacher {
  authorization: string
  /** The teacher's completed documents. */
  documents: string[]
}

export interface Traffic {
  /** Number of responses, of all kinds. */
  answered: number
  /** Responses per second. */
  rate: number
  p50: number
  p99: number
  /** Responses of 5xx, calls without a response, and unexpected responses. */
  failed: number
  /** Responses asking to retry (503 with Retry-After). */
  refused: number
  /** Ids of the acknowledged uploads. */
  acknowledged: string[]
}

const words = 300

/** The calls of one connection, with every kind spread evenly over the hundred. */
function callsOf(): Call[] {
  return Object.entries(share)
    .flatMap(([call, count]) =>
      Array.from({ length: count }, (_, i) => ({ call: call as Call, at: (i + 0.5) / count })),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ call }) => call)
}

const paths: Record<Exclude<Call, 'paste'>, (id: string) => string> = {
  list: () => '/documents?limit=50',
  document: (id) => `/documents/${id}`,
  dashboard: () => '/dashboard/stats',
  report: (id) => `/results/document/${id}`,
  count: () => '/documents/count',
  analytics: () => '/analytics',
}

/**
 * Sends the traffic of these teachers, either for a duration at a fixed rate independent of the responses, or
 * as a fixed number of calls as fast as they are answered. Times are corrected for calls that had to wait to
 * be sent.
 */
export async function sendTraffic(
  origin: string,
  teachers: readonly Teacher[],
  how: { seconds: number; rate: number; connections: number } | { calls: number; connections: number },
): Promise<Traffic> {
  const acknowledged: string[] = []
  let answered = 0
  let failed = 0
  let refused = 0
  let nth = 0
  const note = (status: number, body: string, isPaste: boolean) => {
    if (status === 503) refused += 1
    else if (status >= 400) failed += 1
    else {
      answered += 1
      if (isPaste) acknowledged.push((JSON.parse(body) as { id: string }).id)
    }
  }
  const requests = callsOf().map(
    (call): autocannon.Request => ({
      onResponse: (status, body) => note(status, body, call === 'paste'),
      setupRequest: (request) => {
        nth += 1
        const teacher = teachers[nth % teachers.length]
        const id = teacher?.documents[nth % (teacher.documents.length || 1)] ?? ''
        const headers = { authorization: teacher?.authorization ?? '', 'content-type': 'application/json' }
        if (call !== 'paste')
          return {
            ...request,
            method: 'GET',
            path: `/api/v1${paths[call](id)}`,
            headers: { authorization: headers.authorization },
          }
        return {
          ...request,
          method: 'POST',
          path: '/api/v1/documents/text',
          headers,
          body: JSON.stringify({ text: textOf(words, nth) }),
        }
      },
    }),
  )
  const amount = 'calls' in how ? { amount: how.calls } : { duration: how.seconds, overallRate: how.rate }
  const result = await autocannon({
    url: origin,
    connections: how.connections,
    timeout: 30,
    requests,
    ...amount,
  })
  return {
    answered,
    rate: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: failed + result.errors + result.timeouts,
    refused,
    acknowledged,
  }
}
