import {
  adminRoutes,
  type TeacherImportChange,
  type TeacherImportInput,
  type TeacherImportProblem,
  type TeacherImportRun,
  teacherImportLimits,
} from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import cells from '../../../ui/table/cells.module.css'
import { NarrowRow, TextCell } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { adminKeys, ListLoadError } from './admin-list.tsx'

type Counts = Pick<TeacherImportRun, 'unchanged'> &
  Record<'add' | 'change' | 'deactivate' | 'problems', number>

/** Formats counts such as "2 added · 1 changed", leaving out zeros. */
export function useFormatCounts() {
  const { t, i18n } = useTranslation('admin')
  return useMemo(
    () => (counts: Counts) =>
      (['add', 'change', 'deactivate', 'unchanged', 'problems'] as const)
        .filter((name) => counts[name] > 0)
        .map((name) =>
          t(`imports.count.${name}`, { count: counts[name], shown: formatNumber(i18n, counts[name]) }),
        )
        .join(' · '),
    [t, i18n],
  )
}

/** The lists that were imported, or refused, newest first. */
export function ImportRuns() {
  const { t, i18n } = useTranslation('admin')
  const list = useTeacherImports()
  const formatCounts = useFormatCounts()
  const resultOf = useMemo(
    () =>
      ({ fault, added, changed, deactivated, unchanged, problems }: TeacherImportRun) =>
        fault === null
          ? formatCounts({
              add: added,
              change: changed,
              deactivate: deactivated,
              unchanged,
              problems: problems.length,
            })
          : t(`imports.fault.${fault}`, { lines: formatNumber(i18n, teacherImportLimits.lines) }),
    [t, i18n, formatCounts],
  )
  const columns = useMemo<Column<TeacherImportRun>[]>(
    () => [
      {
        id: 'at',
        header: t('column.time'),
        enableSorting: false,
        cell: (row) => formatTime(i18n, row.at),
        meta: { width: '12rem' },
      },
      {
        id: 'source',
        header: t('imports.column.source'),
        enableSorting: false,
        cell: (row) => t(`imports.source.${row.source}`),
        meta: { width: '8rem' },
      },
      {
        id: 'result',
        header: t('imports.column.result'),
        enableSorting: false,
        cell: (row) => <TextCell>{resultOf(row)}</TextCell>,
      },
    ],
    [t, i18n, resultOf],
  )
  if (list.isError && !list.data) return <ListLoadError error={list.error} refetch={list.refetch} />
  return (
    <section aria-label={t('imports.runs')}>
      <SectionHeader title={t('imports.runs')} />
      <DataTable
        label={t('imports.runs')}
        columns={columns}
        rows={list.data?.runs ?? []}
        rowId={({ id }) => id}
        defaultSort={{ id: 'at', desc: true }}
        skeletonRows={list.isPending ? 3 : undefined}
        empty={<p className={cells.muted}>{t('imports.runs.empty')}</p>}
        narrowBelow={60}
        narrowRow={(row) => (
          <NarrowRow
            name={formatTime(i18n, row.at)}
            about={[t(`imports.source.${row.source}`), resultOf(row)]}
          />
        )}
      />
    </section>
  )
}

const importsKey = adminKeys.list('teacher-imports')

export function useTeacherImports() {
  return useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => call(adminRoutes.listTeacherImports, {}, { signal }),
    staleTime: 0,
  })
}

/** Previews an import, or carries out the preview with this fingerprint. */
export function useImport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: TeacherImportInput) => call(adminRoutes.importTeachers, input),
    onSuccess: ({ run }) => run && queryClient.invalidateQueries({ queryKey: adminKeys.all }),
  })
}

/** The bytes of a file in base64: the server knows the encodings that spreadsheets save. */
export async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** The texts of a change or a problem. */
function useImportTexts() {
  const { t, i18n } = useTranslation('admin')
  return useMemo(
    () => ({
      line: (line: number | null) =>
        line === null ? t('imports.noLine') : t('imports.line', { line: formatNumber(i18n, line) }),
      change: ({ kind, fields }: TeacherImportChange) => {
        if (kind === 'add')
          return t(fields.includes('administrator') ? 'imports.kind.addAdministrator' : 'imports.kind.add')
        if (kind === 'deactivate') return t('imports.kind.deactivate')
        return fields.map((field) => t(`imports.field.${field}`)).join(' · ')
      },
      problem: ({ code }: TeacherImportProblem) => t(`imports.problem.${code}`),
    }),
    [t, i18n],
  )
}

/** Who is added, changed or deactivated. */
export function Changes({ changes }: { changes: TeacherImportChange[] }) {
  const { t } = useTranslation('admin')
  const texts = useImportTexts()
  const columns = useMemo<Column<TeacherImportChange>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        accessorKey: 'name',
        cell: (row) => <TextCell>{row.name}</TextCell>,
      },
      {
        id: 'email',
        header: t('column.email'),
        accessorKey: 'email',
        cell: (row) => <TextCell>{row.email}</TextCell>,
      },
      {
        id: 'change',
        header: t('imports.column.change'),
        accessorFn: texts.change,
        cell: (row) => <TextCell>{texts.change(row)}</TextCell>,
      },
      {
        id: 'line',
        header: t('imports.column.line'),
        accessorFn: ({ line }) => line ?? 0,
        cell: (row) => texts.line(row.line),
        meta: { width: '10rem' },
      },
    ],
    [t, texts],
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
        narrowRow={(row) => (
          <NarrowRow
            name={row.name || row.email}
            about={[texts.change(row), row.email, texts.line(row.line)]}
          />
        )}
      />
    </section>
  )
}

/** Which lines are wrong, and why. */
export function Problems({ problems }: { problems: TeacherImportProblem[] }) {
  const { t } = useTranslation('admin')
  const texts = useImportTexts()
  const rows = useMemo(
    () => problems.map((problem, index) => ({ ...problem, id: String(index) })),
    [problems],
  )
  const columns = useMemo<Column<(typeof rows)[number]>[]>(
    () => [
      {
        id: 'line',
        header: t('imports.column.line'),
        accessorFn: ({ line }) => line ?? 0,
        cell: (row) => texts.line(row.line),
        meta: { width: '10rem' },
      },
      {
        id: 'problem',
        header: t('imports.column.problem'),
        enableSorting: false,
        cell: (row) => <TextCell>{texts.problem(row)}</TextCell>,
      },
    ],
    [t, texts],
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
        narrowRow={(row) => <NarrowRow name={texts.line(row.line)} about={[texts.problem(row)]} />}
      />
    </section>
  )
}
