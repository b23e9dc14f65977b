import { Button, NativeSelect } from '@mantine/core'
import type { Case, CaseDocument } from '@penmark/contract'
import { findingChipOf, readableName } from '@penmark/wording'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate, formatWholeShare } from '../../lib/format/format.ts'
import { FindingChip } from '../../ui/finding/finding-chip.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import rows from '../../ui/row-list/row-list.module.css'
import text from '../../ui/theme/text.module.css'
import { caseReportAddress } from './addresses.ts'
import classes from './cases.module.css'
import { useAddDocument, useStudentDocuments } from './queries.ts'

/** The documents of a case with their findings when they were added, and a form to add another. */
export function CaseDocuments({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  return (
    <>
      <ul className={rows.list}>
        {record.documents.map((document) => (
          <DocumentRow key={document.document_id} caseId={record.id} document={document} />
        ))}
      </ul>
      <p className={text.small}>{t('documents.frozen')}</p>
      {record.student_id !== null && <AddDocument record={record} />}
    </>
  )
}

function DocumentRow({ caseId, document }: { caseId: string; document: CaseDocument }) {
  const { t, i18n } = useTranslation(['cases', 'ui'])
  const { document_id, filename, added_at, is_deleted, is_withdrawn } = document
  const chip = findingChipOf({ ...document, status: 'COMPLETED' })
  return (
    <li className={rows.row}>
      <span className={rows.text}>
        <Link to={caseReportAddress(caseId, document_id)}>{filename}</Link>
        <span className={text.small}>
          {[t('addedOn', { date: formatDate(i18n, added_at) }), is_deleted && t('documents.deleted')]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {is_withdrawn && <strong className={classes.small}>{t('documents.withdrawn')}</strong>}
        {!is_deleted && (
          <Link className={classes.small} to={`/documents/${encodeURIComponent(document_id)}/conversation`}>
            {t('documents.questions')}
          </Link>
        )}
      </span>
      {chip && (
        <FindingChip
          chip={chip}
          label={t(chip.key, { ns: 'ui' })}
          formatShare={(share) => formatWholeShare(i18n, share)}
        />
      )}
    </li>
  )
}

function AddDocument({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  const [chosen, setChosen] = useState('')
  const add = useAddDocument()
  const inCase = new Set(record.documents.map(({ document_id }) => document_id))
  const others = (useStudentDocuments(record.student_id).data ?? []).filter(
    ({ id, is_sample }) => !inCase.has(id) && !is_sample,
  )
  if (others.length === 0) return null
  return (
    <form
      className={classes.inline}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== '')
          add.mutate({ id: record.id, document_id: chosen }, { onSuccess: () => setChosen('') })
      }}
    >
      <NativeSelect
        label={t('documents.add.label')}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={[
          { value: '', label: t('documents.add.choose') },
          ...others.map((document) => ({ value: document.id, label: readableName(document) })),
        ]}
      />
      <Button type="submit" variant="default" disabled={chosen === ''} loading={add.isPending}>
        {t('documents.add.do')}
      </Button>
      {add.error && <Notice tone="error">{t('failed', { detail: detailOf(add.error) })}</Notice>}
    </form>
  )
}
