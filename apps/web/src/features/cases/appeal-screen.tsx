import {
  type Appeal,
  type CaseDocument,
  type ReplacementOutcome,
  replacementOutcomes,
} from '@penmark/contract'
import { findingChipOf } from '@penmark/wording'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate, formatTime, formatWholeShare } from '../../lib/format/format.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { FindingChip } from '../../ui/finding/finding-chip.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import rows from '../../ui/row-list/row-list.module.css'
import textClasses from '../../ui/theme/text.module.css'
import { toast } from '../../ui/toast/toast.tsx'
import { appealAddress, appealReportAddress, caseListAddress } from './addresses.ts'
import { useAppeal, useAppealFile, useAppeals, useEndAppeal } from './appeal-queries.ts'
import { CaseTimeline, CaseUnavailable, Part } from './case-parts.tsx'
import classes from './cases.module.css'
import { DecisionForm } from './decision.tsx'
import { type RenderFacts, Reply } from './student-page.tsx'

/**
 * One appeal: what the student says, the record of the case to read, and the decision of the second person.
 */
export function AppealScreen({ id, renderFacts }: { id: string; renderFacts: RenderFacts }) {
  const { t } = useTranslation('cases')
  const { data, error, refetch } = useAppeal(id)
  if (data) return <LoadedAppeal appeal={data} renderFacts={renderFacts} />
  if (error === null) return <Loading region="page" />
  return (
    <CaseUnavailable
      error={error}
      missing={{ title: t('appeals.missing'), text: t('appeals.missing.text') }}
      failed={{ title: t('appeals.one'), text: t('appeals.failed', { detail: detailOf(error) }) }}
      onRetry={() => void refetch()}
    />
  )
}

function LoadedAppeal({ appeal, renderFacts }: { appeal: Appeal; renderFacts: RenderFacts }) {
  const { t, i18n } = useTranslation('cases')
  const download = useAppealFile(appeal.id)
  const { class_name, teacher_name, outcome, new_outcome, appealed_at, ended_at } = appeal
  const about = [
    class_name,
    teacher_name && t('appeals.by', { name: teacher_name }),
    t('appeals.on', { date: formatDate(i18n, appealed_at) }),
  ].filter(Boolean)
  const result =
    new_outcome === null
      ? t('appeals.ended.upheld')
      : t('appeals.ended.changed', { outcome: t(`outcome.${new_outcome}`) })
  return (
    <>
      <PageHeader
        title={t('appeals.of', { name: appeal.student_name })}
        lead={about.join(' · ')}
        back={<BackTo to={caseListAddress}>{t('back')}</BackTo>}
      />
      {ended_at === null ? (
        <p className={classes.lead}>{t('appeals.task', { outcome: t(`outcome.${outcome}`) })}</p>
      ) : (
        <Notice tone="info">{t('appeals.ended', { time: formatTime(i18n, ended_at), result })}</Notice>
      )}
      <Part title={t('appeals.part.replies')}>
        {appeal.replies.toReversed().map((reply) => (
          <Reply key={reply.id} reply={reply} download={download} renderFacts={renderFacts} />
        ))}
      </Part>
      <Part title={t('part.documents')}>
        <ul className={rows.list}>
          {appeal.documents.map((document) => (
            <DocumentRow key={document.document_id} appealId={appeal.id} document={document} />
          ))}
        </ul>
      </Part>
      <Part title={t('part.timeline')}>
        <CaseTimeline entries={appeal.entries} />
      </Part>
      {ended_at === null && (
        <Part title={t('appeals.part.decision')}>
          <EndAppeal appeal={appeal} />
        </Part>
      )}
    </>
  )
}

function DocumentRow({ appealId, document }: { appealId: string; document: CaseDocument }) {
  const { t, i18n } = useTranslation(['cases', 'ui'])
  const { document_id, filename, added_at } = document
  const chip = findingChipOf({ ...document, status: 'COMPLETED' })
  return (
    <li className={rows.row}>
      <span className={rows.text}>
        <Link to={appealReportAddress(appealId, document_id)}>{filename}</Link>
        <span className={textClasses.small}>{t('addedOn', { date: formatDate(i18n, added_at) })}</span>
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

const upheld = 'upheld'

/** Lets the decision stand, or replaces it. */
function EndAppeal({ appeal }: { appeal: Appeal }) {
  const { t } = useTranslation('cases')
  const [choice, setChoice] = useState<ReplacementOutcome | typeof upheld | null>(null)
  const end = useEndAppeal(appeal.id)
  const uphold = {
    value: upheld,
    label: t('appeals.stands', { outcome: t(`outcome.${appeal.outcome}`) }),
    description: t('appeals.stands.text'),
  } as const
  const replacements = replacementOutcomes
    .filter((outcome) => outcome !== appeal.outcome)
    .map((value) => ({
      value,
      label: t('appeals.replace', { outcome: t(`outcome.${value}`) }),
      description: t(`outcome.${value}.text`),
    }))
  const save = (reason: string, closeConfirmation: () => void) => {
    if (choice === null) return
    end.mutate(
      { outcome: choice === upheld ? null : choice, reason },
      { onSuccess: () => toast.success(t('appeals.saved')), onSettled: closeConfirmation },
    )
  }
  return (
    <DecisionForm
      label={t('appeals.outcome')}
      choices={[uphold, ...replacements]}
      chosen={choice}
      onChoose={setChoice}
      reasonNote={t('appeals.reason.note')}
      submitLabel={t('appeals.do')}
      isPrimary
      confirmation={{ title: t('appeals.confirm.title'), text: t('appeals.confirm.text') }}
      mutation={end}
      onSave={save}
    />
  )
}

/** The appeals that the teacher decides; renders nothing if there are none. */
export function AppealList() {
  const { t, i18n } = useTranslation('cases')
  const appeals = useAppeals().data ?? []
  if (appeals.length === 0) return null
  return (
    <section className={classes.appeals} aria-label={t('appeals.title')}>
      <SectionHeader title={t('appeals.title')} />
      <p>{t('appeals.lead')}</p>
      <ul className={rows.list}>
        {appeals.map(({ id, student_name, teacher_name, outcome, appealed_at, ended_at, new_outcome }) => (
          <li key={id} className={rows.row}>
            <span className={rows.text}>
              <Link to={appealAddress(id)}>{student_name}</Link>
              <span className={textClasses.small}>
                {[
                  t('appeals.against', { outcome: t(`outcome.${outcome}`) }),
                  teacher_name && t('appeals.by', { name: teacher_name }),
                  t('appeals.on', { date: formatDate(i18n, appealed_at) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {ended_at === null ? (
              <Badge tone="warning">{t('appeals.open')}</Badge>
            ) : (
              <Badge tone="success">
                {new_outcome === null ? t('appeals.upheld') : t('appeals.changed')}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
