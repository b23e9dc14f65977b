import { Button } from '@mantine/core'
import type { Case, Document } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { caseAddress } from './addresses.ts'
import classes from './cases.module.css'
import { useAddDocument, useAddNotes, useCases, useOpenCase } from './queries.ts'

/**
 * Opens a case about a document, with the notes of the conversation among its private notes, or leads to the
 * one it is in. A case is never opened automatically.
 */
export function CaseOfDocument({ document, notes }: { document: Document; notes: string }) {
  const { t } = useTranslation('cases')
  const navigate = useNavigate()
  const { id: document_id, student_id } = document
  const casesOfDocument = useCases({ document_id }).data?.pages.flat()
  const casesOfStudent = useCases(
    { student_id: student_id ?? '' },
    { enabled: student_id !== null },
  ).data?.pages.flat()
  const open = useOpenCase()
  const add = useAddDocument()
  const addNotes = useAddNotes()
  if (document.is_sample || casesOfDocument === undefined) return null
  const [existing] = casesOfDocument
  const showCase = ({ id }: Pick<Case, 'id'>) => void navigate(caseAddress(id))
  const showWithNotes = (record: Pick<Case, 'id'>) =>
    notes === '' ? showCase(record) : addNotes.mutate({ id: record.id, notes }, { onSuccess: showCase })
  if (existing)
    return (
      <>
        <Notice tone="info" action={<Link to={caseAddress(existing.id)}>{t('open.existing')}</Link>}>
          {t('open.inCase')}
        </Notice>
        {addNotes.error && <Notice tone="error">{t('failed', { detail: detailOf(addNotes.error) })}</Notice>}
        {notes !== '' && (
          <Button
            variant="default"
            mb={24}
            loading={addNotes.isPending}
            onClick={() => showWithNotes(existing)}
          >
            {t('open.notes')}
          </Button>
        )}
      </>
    )
  if (student_id === null) return <Notice tone="info">{t('open.unassigned')}</Notice>
  const undecided = casesOfStudent?.find(({ state }) => state !== 'decided')
  const failure = open.error ?? add.error ?? addNotes.error
  return (
    <section className={classes.panel} aria-label={t('open.title')}>
      <h2 className={classes.panelTitle}>{t('open.title')}</h2>
      <p>{t('open.text')}</p>
      {failure && <Notice tone="error">{t('failed', { detail: detailOf(failure) })}</Notice>}
      <div className={classes.buttons}>
        {undecided && (
          <Button
            variant="default"
            loading={add.isPending}
            onClick={() => add.mutate({ id: undecided.id, document_id }, { onSuccess: showWithNotes })}
          >
            {t('open.add')}
          </Button>
        )}
        <Button
          variant="default"
          loading={open.isPending}
          onClick={() => open.mutate(document_id, { onSuccess: showWithNotes })}
        >
          {t('open.do')}
        </Button>
      </div>
    </section>
  )
}
