import type { SharingPair } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './overlap.module.css'

const size = 360
/** Room for names on either side. */
const sides = 130
const most = { labels: 40, characters: 20 }
/** Two documents are one line: the table says it better. */
const fewest = 3

const shortened = (name: string) => (name.length > most.characters ? `${name.slice(0, most.characters - 1).trimEnd()}…` : name)

/** Who shares with whom, as dots and lines; the table says the same in words. */
export function ClassMap({ pairs }: { pairs: readonly SharingPair[] }) {
  const { t } = useTranslation('overlap')
  const { dots, lines } = useMemo(() => layoutMap(pairs, size), [pairs])
  if (dots.length < fewest) return null
  const hasLabels = dots.length <= most.labels
  return (
    <figure className={classes.map}>
      <svg viewBox={`${-sides} -12 ${size + 2 * sides} ${size + 24}`} role="img" aria-label={t('map.label')}>
        {lines.map(({ id, from, to, share }) => (
          <line key={id} x1={from.x} y1={from.y} x2={to.x} y2={to.y} strokeWidth={1 + 7 * share} />
        ))}
        {dots.map(({ id, name, x, y }) => (
          <g key={id}>
            <circle cx={x} cy={y} r={5}>
              <title>{name}</title>
            </circle>
            {hasLabels && (
              <text x={x + (x < size / 2 ? -10 : 10)} y={y + 4 + (10 * (y - size / 2)) / size} textAnchor={x < size / 2 ? 'end' : 'start'}>
                {shortened(name)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        <strong>{t('map')}</strong> {t('map.lead')}
      </figcaption>
    </figure>
  )
}

interface Dot {
  id: string
  name: string
  x: number
  y: number
}

interface MapLine {
  id: string
  from: Dot
  to: Dot
  /** The larger of the two shares. */
  share: number
}

/** A student's name where one document bears it; where several do, or there is none, that of the document. */
function namesOf(pairs: readonly SharingPair[]): Map<string, string> {
  const documents = new Map(pairs.flatMap((pair) => pair.documents).map((document) => [document.id, document]))
  const times = new Map<string, number>()
  for (const { student_name: name } of documents.values()) if (name !== null) times.set(name, (times.get(name) ?? 0) + 1)
  return new Map(
    [...documents.values()].map(({ id, student_name: student, original_filename: file }) => {
      if (student === null) return [id, file]
      return [id, times.get(student) === 1 ? student : `${student} · ${file}`]
    }),
  )
}

/** Documents on a circle, those that share with each other side by side, and a line for each pair. */
export function layoutMap(pairs: readonly SharingPair[], size: number): { dots: Dot[]; lines: MapLine[] } {
  const neighbours = new Map<string, Set<string>>()
  const names = namesOf(pairs)
  for (const { documents } of pairs) {
    const [first, second] = documents
    for (const [document, other] of [
      [first, second],
      [second, first],
    ] as const) {
      neighbours.set(document.id, (neighbours.get(document.id) ?? new Set()).add(other.id))
    }
  }
  const order: string[] = []
  const seen = new Set<string>()
  for (const start of neighbours.keys()) {
    const waiting = [start]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      order.push(id)
      waiting.push(...(neighbours.get(id) ?? []))
    }
  }
  const radius = size / 2 - 12
  const dots = new Map(
    order.map((id, nth) => {
      const angle = (2 * Math.PI * nth) / order.length - Math.PI / 2
      return [
        id,
        { id, name: names.get(id) ?? '', x: size / 2 + radius * Math.cos(angle), y: size / 2 + radius * Math.sin(angle) },
      ] as const
    }),
  )
  const lines = pairs.flatMap(({ id, documents: [first, second] }) => {
    const [from, to] = [dots.get(first.id), dots.get(second.id)]
    return from && to ? [{ id, from, to, share: Math.max(first.share, second.share) }] : []
  })
  return { dots: [...dots.values()], lines }
}
