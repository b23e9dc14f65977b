import type { ClassTally, ExpectedFlags } from '@penmark/contract'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { className, formatNumber, formatPercent } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import text from '../../../ui/theme/text.module.css'
import classes from './analytics.module.css'
import { SmallHistogram } from './plots.tsx'

interface ClassTableProps {
  tallies: ClassTally[]
  loading: boolean
  empty: ReactNode
}

const detailsAddress = (id: string) => `/analytics?class=${encodeURIComponent(id)}#depth`

/** One line per class: the number flagged, and the number expected by chance alone. */
export function ClassTable({ tallies, loading, empty }: ClassTableProps) {
  const { t, i18n } = useTranslation('analytics')
  const columns = useMemo<Column<ClassTally>[]>(
    () => [
      {
        id: 'class',
        header: t('class'),
        accessorFn: (tally) => className(tally).toLocaleLowerCase(),
        cell: (row) => <ClassLink tally={row} />,
      },
      {
        id: 'documents',
        header: t('documents'),
        accessorKey: 'documents',
        cell: (row) => formatNumber(i18n, row.documents),
        meta: { width: '8rem', align: 'end' },
      },
      {
        id: 'mean',
        header: t('mean'),
        accessorFn: ({ mean }) => mean ?? -1,
        cell: (row) => formatPercent(i18n, row.mean),
        meta: { width: '7.5rem', align: 'end' },
      },
      {
        id: 'distribution',
        header: t('distribution'),
        enableSorting: false,
        cell: (row) => (row.scored > 0 ? <SmallHistogram byScore={row.by_score} /> : '–'),
        meta: { width: '9rem', optional: true },
      },
      {
        id: 'flagged',
        header: t('flagged'),
        accessorFn: ({ flagged, scored }) => (scored === 0 ? -1 : flagged / scored),
        cell: (row) => <Flagged tally={row} />,
        meta: { width: '10rem', align: 'end' },
      },
      {
        id: 'expected',
        header: t('byChance'),
        accessorFn: ({ expected }) => expected?.flags ?? -1,
        cell: (row) => <Expected tally={row} />,
        meta: { width: '12.5rem', align: 'end' },
      },
    ],
    [t, i18n],
  )
  return (
    <DataTable
      label={t('classes.table')}
      columns={columns}
      rows={tallies}
      rowId={({ class_group_id }) => class_group_id}
      defaultSort={{ id: 'class', desc: false }}
      skeletonRows={loading ? 4 : undefined}
      empty={empty}
      narrowBelow={62}
      hideOptionalBelow={80}
      narrowRow={(tally) => (
        <div className={classes.narrow}>
          <span className={classes.narrowHead}>
            <ClassLink tally={tally} />
            <span>{formatPercent(i18n, tally.mean)}</span>
          </span>
          <span className={text.note}>
            {t('count.documents', { count: tally.documents, shown: formatNumber(i18n, tally.documents) })}
            {tally.scored > 0 && (
              <>
                {' · '}
                <Flagged tally={tally} label={t('flagged')} />
                {' · '}
                <Expected tally={tally} label={t('byChance')} />
              </>
            )}
          </span>
        </div>
      )}
    />
  )
}

function ClassLink({ tally }: { tally: ClassTally }) {
  return (
    <Link to={detailsAddress(tally.class_group_id)} className={classes.class} title={className(tally)}>
      {className(tally)}
    </Link>
  )
}

interface FigureProps {
  tally: ClassTally
  /** What it is, where no column says so. */
  label?: string
}

function Flagged({ tally: { flagged, scored }, label }: FigureProps) {
  const { t, i18n } = useTranslation('analytics')
  if (scored === 0) return '–'
  const value = t('flaggedOf', {
    part: formatNumber(i18n, flagged),
    whole: formatNumber(i18n, scored),
    share: formatPercent(i18n, flagged / scored),
  })
  return label === undefined ? value : t('labelled', { label, value })
}

function Expected({ tally: { expected }, label }: FigureProps) {
  const { t, i18n } = useTranslation('analytics')
  const value = expected
    ? t('expectedOf', {
        flags: formatFlags(i18n.language, expected),
        chance: formatChance(i18n.language, expected),
      })
    : '–'
  return label === undefined ? value : t('labelled', { label, value })
}

const minFlags = 0.1
const minChance = 0.001

/** `0.3`, or `< 0.1`, since zero cannot be promised. */
export function formatFlags(language: string, { flags }: Pick<ExpectedFlags, 'flags'>): string {
  const number = (value: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)
  return flags < minFlags ? `< ${number(minFlags)}` : number(flags)
}

/** `6.3%` or `45%`; never 0 and never 100. */
export function formatChance(
  language: string,
  { at_least_one: chance }: Pick<ExpectedFlags, 'at_least_one'>,
): string {
  const percent = (value: number, digits: number) =>
    new Intl.NumberFormat(language, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value)
  if (chance < minChance) return `< ${percent(minChance, 1)}`
  if (chance > 0.99) return `> ${percent(0.99, 0)}`
  return percent(chance, chance < 0.1 ? 1 : 0)
}
