import { adminRoutes, type TeacherImportInput, type TeacherImportRun, teacherImportLimits } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { NarrowRow, TextCell } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import adminClasses from '../admin.module.css'
import { adminKeys, ListLoadError } from '../admin-list.tsx'

type Counts = Pick<TeacherImportRun, 'unchanged'> & Record<'add' | 'change' | 'deactivate' | 'problems', number>

/** Figures with their words, such as "2 added · 1 changed"; those that are 0 are left out. */
export function useCounts() {
  const { t, i18n } = useTranslation('admin')
  return useMemo(
    () => (counts: Counts) =>
      (['add', 'change', 'deactivate', 'unchanged', 'problems'] as const)
        .filter((name) => counts[name] > 0)
        .map((name) => t(`imports.count.${name}`, { count: counts[name], shown: formatNumber(i18n, counts[name]) }))
        .join(' · '),
    [t, i18n],
  )
}

/** The lists that were imported, or refused, newest first. */
export function ImportRuns() {
  const { t, i18n } = useTranslation('admin')
  const list = useTeacherImports()
  const wordsFor = useCounts()
  const resultOf = useMemo(
    () =>
      ({ fault, added, changed, deactivated, unchanged, problems }: TeacherImportRun) =>
        fault === null
          ? wordsFor({ add: added, change: changed, deactivate: deactivated, unchanged, problems: problems.length })
          : t(`imports.fault.${fault}`, { lines: formatNumber(i18n, teacherImportLimits.lines) }),
    [t, i18n, wordsFor],
  )
  const columns = useMemo<Column<TeacherImportRun>[]>(
    () => [
      { id: 'at', header: t('column.time'), enableSorting: false, cell: (row) => formatTime(i18n, row.at), meta: { width: '12rem' } },
      {
        id: 'source',
        header: t('imports.column.source'),
        enableSorting: false,
        cell: (row) => t(`imports.source.${row.source}`),
        meta: { width: '8rem' },
      },
      { id: 'result', header: t('imports.column.result'), enableSorting: false, cell: (row) => <TextCell>{resultOf(row)}</TextCell> },
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
        empty={<p className={adminClasses.soft}>{t('imports.runs.empty')}</p>}
        narrowBelow={60}
        narrowRow={(row) => <NarrowRow name={formatTime(i18n, row.at)} about={[t(`imports.source.${row.source}`), resultOf(row)]} />}
      />
    </section>
  )
}

const importsKey = adminKeys.list('teacher-imports')

export function useTeacherImports() {
  return useQuery({ queryKey: importsKey, queryFn: ({ signal }) => call(adminRoutes.listTeacherImports, {}, { signal }), staleTime: 0 })
}

/** A preview, or carrying out the one with this fingerprint. */
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
