/** Texts of one group, how many of them reached a score of 0.5, and the 95 % interval of that share (fractions). */
interface GroupRate {
  group: string
  n: number
  flagged: number
  rate: number
  interval: { low: number; high: number }
}

/** A model card of `models/*.card.json`. Only its name is guaranteed: every other figure is looked up, and omitted where it is missing. */
export interface ModelCard {
  name: string
  version: string
  [field: string]: unknown
}

/** One line of `bench/results/figures.json`. */
export interface BenchFigure {
  name: string
  value: number
  unit: string
  n: number
  machine: { cores: number }
  measured_on: string
}

/** The sources of every figure on the public pages. */
export interface Evidence {
  card: ModelCard
  bench: BenchFigure[]
}

/** The value at a dotted path, for example `measured.student_human.rate`; undefined where the card lacks it. */
export function valueAt(card: ModelCard, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined
    return Reflect.get(value, step)
  }, card)
}

function isGroupRate(value: unknown): value is GroupRate {
  return (
    typeof value === 'object' &&
    value !== null &&
    'group' in value &&
    'n' in value &&
    'flagged' in value &&
    'rate' in value &&
    'interval' in value
  )
}

/** The groups at a path, each with its own path; none where the card has no such table. */
export function groupsAt(card: ModelCard, path: string): { rate: GroupRate; path: string }[] {
  const found = valueAt(card, path)
  if (!Array.isArray(found)) return []
  return found.flatMap((rate: unknown, index) => (isGroupRate(rate) ? [{ rate, path: `${path}.${index}` }] : []))
}

export function textsAt(card: ModelCard, path: string): string[] {
  const found = valueAt(card, path)
  return Array.isArray(found) ? found.filter((text): text is string => typeof text === 'string') : []
}

/** How to format a figure: a count, a percentage, or a plain number with its decimals. */
export type FigureForm = 'count' | 'share' | 'number'

/** `17,910`, `0.17%`, `541` in the language's format. Small shares keep two decimals, so that they are not rounded to zero. */
export function writeFigure(language: string, value: number, form: FigureForm): string {
  if (form === 'share') {
    const digits = value !== 0 && value < 0.1 ? 2 : 1
    return new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
  }
  return new Intl.NumberFormat(language, { maximumFractionDigits: form === 'count' ? 0 : 2 }).format(value)
}
