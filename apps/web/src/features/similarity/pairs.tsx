import type { ComparedDocument, SharingPair } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber, formatPercent } from '../../lib/format/format.ts'
import { useNarrow } from '../../ui/theme/screen-width.ts'
import textClasses from '../../ui/theme/text.module.css'
import classes from './overlap.module.css'
import { type Compared, pairAddress } from './queries.ts'

interface PairsProps {
  compared: Compared
  pairs: readonly SharingPair[]
}

const isBySameStudent = ({ documents: [first, second] }: SharingPair) =>
  first.student_id !== null && first.student_id === second.student_id

/**
 * The pairs with what each document shares of its words: a table, or a list with full names if a table would
 * cut them off.
 */
export function Pairs(props: PairsProps) {
  return useNarrow() ? <PairsList {...props} /> : <PairsTable {...props} />
}

function PairsList({ compared, pairs }: PairsProps) {
  const { t, i18n } = useTranslation('overlap')
  return (
    <ul className={classes.pairs} aria-label={t('table')}>
      {pairs.map((pair) => (
        <li key={pair.id}>
          {pair.documents.map((document) => (
            <p key={document.id} className={classes.fullName}>
              {nameOf(document)}
              <span className={classes.figures}>
                {t('pair.share', { share: formatPercent(i18n, document.share) })}
              </span>
            </p>
          ))}
          <p className={classes.figures}>
            {t('pair.summary', {
              count: pair.passages,
              words: formatNumber(i18n, pair.words),
              shown: formatNumber(i18n, pair.passages),
            })}
            {isBySameStudent(pair) && ` · ${t('sameStudent')}`}
          </p>
          <PairLink compared={compared} pair={pair}>
            {t('open')}
          </PairLink>
        </li>
      ))}
    </ul>
  )
}

function PairsTable({ compared, pairs }: PairsProps) {
  const { t, i18n } = useTranslation('overlap')
  return (
    <table className={classes.table}>
      <caption className={textClasses.visuallyHidden}>{t('table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.pair')}</th>
          <th scope="col">{t('column.share')}</th>
          <th scope="col">{t('column.words')}</th>
          <th scope="col">{t('column.passages')}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => {
          const { id, documents, words, passages } = pair
          return (
            <tr key={id}>
              <th scope="row">
                <PairLink compared={compared} pair={pair}>
                  {documents.map((document) => (
                    <span key={document.id} className={classes.line} title={document.original_filename}>
                      {nameOf(document)}
                    </span>
                  ))}
                </PairLink>
                {isBySameStudent(pair) && <span className={classes.soft}>{t('sameStudent')}</span>}
              </th>
              <td>
                {documents.map((document) => (
                  <span key={document.id} className={classes.line}>
                    {formatPercent(i18n, document.share)}
                  </span>
                ))}
              </td>
              <td>{formatNumber(i18n, words)}</td>
              <td>{formatNumber(i18n, passages)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const nameOf = (document: ComparedDocument) =>
  [document.student_name, readableName(document)].filter((part) => part !== null).join(' · ')

function PairLink({
  compared,
  pair: { id, documents },
  children,
}: {
  compared: Compared
  pair: SharingPair
  children: ReactNode
}) {
  const { t } = useTranslation('overlap')
  const [first, second] = documents
  return (
    <Link
      to={pairAddress(compared, id)}
      aria-label={t('open.of', { first: nameOf(first), second: nameOf(second) })}
    >
      {children}
    </Link>
  )
}

const size = 360
/** Space for names on either side. */
const labelSpace = 130
const mapLimits = { labels: 40, characters: 20 }
/** With fewer documents the table says it better. */
const minDocuments = 3

const shortened = (name: string) =>
  name.length > mapLimits.characters ? `${name.slice(0, mapLimits.characters - 1).trimEnd()}…` : name

/** Who shares with whom, as dots and lines; the table says the same in words. */
export function ClassMap({ pairs }: { pairs: readonly SharingPair[] }) {
  const { t } = useTranslation('overlap')
  const { dots, lines } = useMemo(() => layoutMap(pairs, size), [pairs])
  if (dots.length < minDocuments) return null
  const hasLabels = dots.length <= mapLimits.labels
  return (
    <figure className={classes.map}>
      <svg
        viewBox={`${-labelSpace} -12 ${size + 2 * labelSpace} ${size + 24}`}
        role="img"
        aria-label={t('map.label')}
      >
        {lines.map(({ id, from, to, share }) => (
          <line key={id} x1={from.x} y1={from.y} x2={to.x} y2={to.y} strokeWidth={1 + 7 * share} />
        ))}
        {dots.map(({ id, name, x, y }) => (
          <g key={id}>
            <circle cx={x} cy={y} r={5}>
              <title>{name}</title>
            </circle>
            {hasLabels && (
              <text
                x={x + (x < size / 2 ? -10 : 10)}
                y={y + 4 + (10 * (y - size / 2)) / size}
                textAnchor={x < size / 2 ? 'end' : 'start'}
              >
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

/**
 * The student's name; with the file name if the student has several documents, and only the file name without
 * a student.
 */
function namesOf(pairs: readonly SharingPair[]): Map<string, string> {
  const documents = new Map(
    pairs.flatMap((pair) => pair.documents).map((document) => [document.id, document]),
  )
  const nameCounts = new Map<string, number>()
  for (const { student_name: name } of documents.values())
    if (name !== null) nameCounts.set(name, (nameCounts.get(name) ?? 0) + 1)
  return new Map(
    [...documents.values()].map(({ id, student_name: student, original_filename: file }) => {
      if (student === null) return [id, file]
      return [id, nameCounts.get(student) === 1 ? student : `${student} · ${file}`]
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
    const stack = [start]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      order.push(id)
      stack.push(...(neighbours.get(id) ?? []))
    }
  }
  const radius = size / 2 - 12
  const dots = new Map(
    order.map((id, index) => {
      const angle = (2 * Math.PI * index) / order.length - Math.PI / 2
      return [
        id,
        {
          id,
          name: names.get(id) ?? '',
          x: size / 2 + radius * Math.cos(angle),
          y: size / 2 + radius * Math.sin(angle),
        },
      ] as const
    }),
  )
  const lines = pairs.flatMap(({ id, documents: [first, second] }) => {
    const [from, to] = [dots.get(first.id), dots.get(second.id)]
    return from && to ? [{ id, from, to, share: Math.max(first.share, second.share) }] : []
  })
  return { dots: [...dots.values()], lines }
}
