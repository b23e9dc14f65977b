import type { WritingArrivalFinding } from '@penmark/contract'

type Kind = WritingArrivalFinding['kind']
type ArrivalKey =
  | `arrival.${Kind}`
  | `arrival.${Kind}.all`
  | `arrival.${Kind}.open`
  | `arrival.${Exclude<Kind, 'faster'>}.explained`

type ArrivalValues = Record<
  'changes' | 'from' | 'to' | 'received' | 'since' | 'dated' | 'arrived' | 'silence' | 'passed',
  string
>

interface ArrivalWording {
  text: (key: ArrivalKey, values: ArrivalValues) => string
  changes: (count: number) => string
  moment: (iso: string) => string
  duration: (ms: number) => string
}

/** What a finding says, and what may explain it: two sentences, the same on the page and in the PDF. */
export function arrivalSentences(
  finding: WritingArrivalFinding,
  { text, changes, moment, duration }: ArrivalWording,
): [string, string] {
  const between = (from: string, to: string) => duration(Date.parse(to) - Date.parse(from))
  const { kind, from, to, received_from, received_to, since } = finding
  const values = {
    changes: changes(finding.changes),
    from: moment(from),
    to: moment(to),
    received: moment(received_from),
    since: moment(since),
    dated: between(from, to),
    arrived: between(received_from, received_to),
    silence: between(since, received_from),
    passed: between(since, received_to),
  }
  return [
    text(finding.all ? `arrival.${kind}.all` : `arrival.${kind}`, values),
    text(
      kind !== 'faster' && finding.explained ? `arrival.${kind}.explained` : `arrival.${kind}.open`,
      values,
    ),
  ]
}

const steps = [
  { unit: 'second', ms: 1_000, below: 90_000 },
  { unit: 'minute', ms: 60_000, below: 7_200_000 },
  { unit: 'hour', ms: 3_600_000, below: 172_800_000 },
  { unit: 'day', ms: 86_400_000, below: Number.POSITIVE_INFINITY },
] as const

/**
 * `1 second`, `11 minutes`, `26 hours`: rounded to the unit that people would use, and at least one second.
 */
export function formatDuration(language: string, ms: number): string {
  const { unit, ms: unitMs } = steps.find(({ below }) => ms < below) ?? steps[3]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(1, Math.round(ms / unitMs)),
  )
}
