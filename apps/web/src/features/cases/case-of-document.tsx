import { Button } from '@mantine/core'
import type { Case, Document } from '@penmark/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import layout from '../../ui/theme/layout.module.css'
import { toast } from '../../ui/toast/toast.tsx'
import { caseAddress } from './addresses.ts'
import classes from './cases.module.css'
import { useQuestionsOf } from './prepared-questions.ts'
import {
  pageLanguageOf,
  useAddDocument,
  useAddNotes,
  useAskStudent,
  useCases,
  useOpenCase,
} from './queries.ts'

interface CaseOfDocumentProps {
  document: Document
  notes: string
  /** Whether the teacher has already chosen to ask the student, where nothing is left to decide. */
  asksAtOnce?: boolean
}

/**
 * Opens a case about a document, with the notes of the conversation among its private notes, or leads to the
 * one it is in. A case is never opened unless the teacher asks for it.
 */
export function CaseOfDocument({ document, notes, asksAtOnce = false }: CaseOfDocumentProps) {
  const { t, i18n } = useTranslation('cases')
  const navigate = useNavigate()
  const { id: document_id, student_id } = document
  const casesOfDocument = useCases({ document_id }).data?.pages.flat()
  const casesOfStudent = useCases(
    { student_id: student_id ?? '' },
    { enabled: student_id !== null },
  ).data?.pages.flat()
  const open = useOpenCase()
  const ask = useAskStudent()
  const questionsOf = useQuestionsOf()
  const add = useAddDocument()
  const addNotes = useAddNotes()
  // Going back from the case leads to where the teacher chose to ask, and asks nothing again.
  const showCase = ({ id }: Pick<Case, 'id'>) => void navigate(caseAddress(id), { replace: asksAtOnce })
  const showWithNotes = (record: Pick<Case, 'id'>) =>
    notes === '' ? showCase(record) : addNotes.mutate({ id: record.id, notes }, { onSuccess: showCase })
  const askStudent = () =>
    ask.mutate(
      { document_id, questionsOf, language: pageLanguageOf(i18n.language) },
      {
        onSuccess: ({ id, isCopied }) => {
          toast.success(t(isCopied ? 'open.asked' : 'open.asked.uncopied'))
          showWithNotes({ id })
        },
      },
    )
  const undecided = casesOfStudent?.find(({ state }) => state !== 'decided')
  const canAskAtOnce =
    !document.is_sample &&
    casesOfDocument?.length === 0 &&
    casesOfStudent !== undefined &&
    undecided === undefined
  const hasAsked = useRef(false)
  const askOnce = useEffectEvent(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    askStudent()
  })
  useEffect(() => {
    if (asksAtOnce && canAskAtOnce) askOnce()
  }, [asksAtOnce, canAskAtOnce])
  if (document.is_sample || casesOfDocument === undefined) return null
  const [existing] = casesOfDocument
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
  const failure = ask.error ?? open.error ?? add.error ?? addNotes.error
  return (
    <section className={classes.panel} aria-label={t('open.title')}>
      <h2 className={classes.panelTitle}>{t('open.title')}</h2>
      <p>{t('open.text')}</p>
      <p>{t('open.ask.text')}</p>
      {failure && <Notice tone="error">{t('failed', { detail: detailOf(failure) })}</Notice>}
      <div className={layout.buttons}>
        {undecided && (
          <Button
            variant="default"
            loading={add.isPending}
            onClick={() => add.mutate({ id: undecided.id, document_id }, { onSuccess: showWithNotes })}
          >
            {t('open.add')}
          </Button>
        )}
        <Button loading={ask.isPending} onClick={askStudent}>
          {t('open.ask')}
        </Button>
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
