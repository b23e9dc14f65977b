import { Button, Radio, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { allocationClosesAfterMs, type Document, teacherRoutes } from '@penmark/contract'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { Loading } from '../../../ui/page-state/page-state.tsx'
import { documentKeys } from '../queries.ts'
import { DocumentStatusBadge, Score } from '../table/columns.tsx'
import classes from './allocate.module.css'

interface AllocateModalProps {
  opened: boolean
  /** Null while the student is unknown. */
  student: { id: string; name: string } | null
  onClose: () => void
}

/** Every search is a request, so it is debounced by this many milliseconds. */
const searchAfterMs = 250
/** Nobody looks through more; the search finds the rest. */
const shown = 50

/** Assigns an unassigned document to a student. */
export function AllocateModal({ opened, onClose, student }: AllocateModalProps) {
  const { t } = useTranslation('documents')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('allocate.title')} size="xl">
      <AllocateForm student={student} onClose={onClose} />
    </Dialog>
  )
}

function useUnallocated(search: string) {
  return useQuery({
    queryKey: [...documentKeys.all, 'unallocated', search],
    queryFn: ({ signal }) =>
      call(
        teacherRoutes.listDocuments,
        { unassigned: 'student', limit: shown, ...(search === '' ? {} : { search }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}

function AllocateForm({ student, onClose }: Omit<AllocateModalProps, 'opened'>) {
  const { t, i18n } = useTranslation(['documents', 'ui'])
  const queryClient = useQueryClient()
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), searchAfterMs)
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const list = useUnallocated(search)
  const save = useMutation({
    mutationFn: (ids: { id: string; student_id: string }) => call(teacherRoutes.assignDocument, ids),
    onSuccess: (_, { id }) => {
      queryClient.setQueriesData<Document[]>(
        { queryKey: [...documentKeys.all, 'unallocated'] },
        (documents) => documents?.filter((document) => document.id !== id),
      )
      return queryClient.invalidateQueries({ queryKey: documentKeys.all })
    },
  })
  const done = save.isSuccess
  useEffect(() => {
    if (!done) return
    const timer = window.setTimeout(onClose, allocationClosesAfterMs)
    return () => window.clearTimeout(timer)
  }, [done, onClose])

  const documents = list.data ?? []
  const submit = () => {
    const isShown = documents.some(({ id }) => id === chosen)
    setMissing(!isShown || student === null)
    if (chosen !== null && isShown && student) save.mutate({ id: chosen, student_id: student.id })
  }
  const failure = missing
    ? t('allocate.missing')
    : save.isError
      ? t('allocate.failed', { detail: detailOf(save.error) })
      : list.isError
        ? t('listFailed', { detail: detailOf(list.error) })
        : null
  return (
    <>
      <p className={classes.lead}>{t('allocate.lead', { name: student?.name ?? '' })}</p>
      <TextInput
        type="search"
        data-autofocus
        aria-label={t('allocate.search')}
        placeholder={t('allocate.search')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {list.isPending && <Loading region="page" />}
      {list.data?.length === 0 && (
        <p className={classes.none}>{t(search === '' ? 'allocate.none' : 'filter.nothing')}</p>
      )}
      {documents.length > 0 && (
        // A region that scrolls must be reachable by the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className={classes.scroll} tabIndex={0} aria-label={t('allocate.table')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('recent.filename')}</th>
                <th scope="col">{t('column.status')}</th>
                <th scope="col" data-align="end">
                  {t('column.words')}
                </th>
                <th scope="col">{t('column.score')}</th>
              </tr>
            </thead>
            <tbody>
              {documents.map((document) => (
                <tr key={document.id}>
                  <td>
                    <Radio
                      name="document"
                      label={document.original_filename}
                      checked={chosen === document.id}
                      disabled={done}
                      onChange={() => {
                        setMissing(false)
                        setChosen(document.id)
                      }}
                    />
                  </td>
                  <td>
                    <DocumentStatusBadge document={document} />
                  </td>
                  <td data-align="end">
                    {document.word_count === null ? '–' : formatNumber(i18n, document.word_count)}
                  </td>
                  <td>
                    <Score document={document} i18n={i18n} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {documents.length === shown && <p className={classes.more}>{t('allocate.more', { count: shown })}</p>}
      {done && <Notice tone="info">{t('allocate.done', { name: student?.name ?? '' })}</Notice>}
      <div role="alert" className={classes.failure}>
        {failure}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t(done ? 'ui:close' : 'ui:cancel')}
        </Button>
        <Button onClick={submit} loading={save.isPending} disabled={done}>
          {t('allocate.action')}
        </Button>
      </DialogActions>
    </>
  )
}
