import type { TeacherImportChange, TeacherImportProblem } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { NarrowRow, TextCell } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'

/** Words for a change or a problem. */
function useWords() {
  const { t, i18n } = useTranslation('admin')
  return useMemo(
    () => ({
      ofLine: (line: number | null) => (line === null ? t('imports.noLine') : t('imports.line', { line: formatNumber(i18n, line) })),
      ofChange: ({ kind, fields }: TeacherImportChange) => {
        if (kind === 'add') return t(fields.includes('administrator') ? 'imports.kind.addAdministrator' : 'imports.kind.add')
        if (kind === 'deactivate') return t('imports.kind.deactivate')
        return fields.map((field) => t(`imports.field.${field}`)).join(' · ')
      },
      ofProblem: ({ code }: TeacherImportProblem) => t(`imports.problem.${code}`),
    }),
    [t, i18n],
  )
}

/** Who is added, changed or deactivated. */
export function Changes({ changes }: { changes: TeacherImportChange[] }) {
  const { t } = useTranslation('admin')
  const words = useWords()
  const columns = useMemo<Column<TeacherImportChange>[]>(
    () => [
      { id: 'name', header: t('column.name'), accessorKey: 'name', cell: (row) => <TextCell>{row.name}</TextCell> },
      { id: 'email', header: t('column.email'), accessorKey: 'email', cell: (row) => <TextCell>{row.email}</TextCell> },
      {
        id: 'change',
        header: t('imports.column.change'),
        accessorFn: words.ofChange,
        cell: (row) => <TextCell>{words.ofChange(row)}</TextCell>,
      },
      {
        id: 'line',
        header: t('imports.column.line'),
        accessorFn: ({ line }) => line ?? 0,
        cell: (row) => words.ofLine(row.line),
        meta: { width: '10rem' },
      },
    ],
    [t, words],
  )
  return (
    <section aria-label={t('imports.changes')}>
      <SectionHeader title={t('imports.changes')} />
      <DataTable
        label={t('imports.changes')}
        columns={columns}
        rows={changes}
        rowId={({ email }) => email}
        defaultSort={{ id: 'change', desc: false }}
        empty={null}
        narrowBelow={60}
        narrowRow={(row) => <NarrowRow name={row.name || row.email} about={[words.ofChange(row), row.email, words.ofLine(row.line)]} />}
      />
    </section>
  )
}

/** Which lines are wrong, and why. */
export function Problems({ problems }: { problems: TeacherImportProblem[] }) {
  const { t } = useTranslation('admin')
  const words = useWords()
  const rows = useMemo(() => problems.map((problem, index) => ({ ...problem, id: String(index) })), [problems])
  const columns = useMemo<Column<(typeof rows)[number]>[]>(
    () => [
      {
        id: 'line',
        header: t('imports.column.line'),
        accessorFn: ({ line }) => line ?? 0,
        cell: (row) => words.ofLine(row.line),
        meta: { width: '10rem' },
      },
      {
        id: 'problem',
        header: t('imports.column.problem'),
        enableSorting: false,
        cell: (row) => <TextCell>{words.ofProblem(row)}</TextCell>,
      },
    ],
    [t, words],
  )
  return (
    <section aria-label={t('imports.problems')}>
      <SectionHeader title={t('imports.problems')} />
      <DataTable
        label={t('imports.problems')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        defaultSort={{ id: 'line', desc: false }}
        empty={null}
        narrowBelow={60}
        narrowRow={(row) => <NarrowRow name={words.ofLine(row.line)} about={[words.ofProblem(row)]} />}
      />
    </section>
  )
}
