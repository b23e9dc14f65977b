import type { Case, StudentLink } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/format/format.ts'
import { CaseBadge } from './case-badge.tsx'
import classes from './cases.module.css'
import { linkStateOf } from './link-state.ts'
import { useStudentPage } from './student-page-queries.ts'

/** Targets of the links to the parts of the case. */
export const studentPageId = 'student-page'
export const stepId = 'step'

/** Where the case stands, and what to do next or what is being waited for. */
export function NextStep({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  const { id, state, is_under_appeal } = record
  const page = useStudentPage(id).data
  const link = page?.link ?? null
  const isOut = link !== null && state !== 'decided' && ['waiting', 'opened', 'expired'].includes(linkStateOf(link))
  return (
    <div className={classes.standing}>
      <CaseBadge {...record} />
      {(!isOut || state === 'answered') && <p>{t(is_under_appeal ? 'next.appealed' : `next.${state}`)}</p>}
      {isOut && <Waiting link={link} hasDraft={page?.has_draft ?? false} />}
    </div>
  )
}

/** A link is out and unanswered: since when, and what the teacher can do meanwhile. */
function Waiting({ link, hasDraft }: { link: StudentLink; hasDraft: boolean }) {
  const { t, i18n } = useTranslation('cases')
  const state = linkStateOf(link)
  const time = (value: string | null) => (value === null ? '' : formatTime(i18n, value))
  const times = { since: time(link.created_at), opened: time(link.opened_at), expires: time(link.expires_at) }
  const sentence = state === 'expired' ? 'next.expired' : state === 'opened' ? 'next.opened' : 'next.waiting'
  return (
    <>
      <p>
        {t(sentence, times)} {hasDraft && t('page.draft')}
      </p>
      <ul className={classes.ways}>
        <li>
          <a href={`#${studentPageId}`}>{t(state === 'expired' ? 'next.way.again' : 'next.way.link')}</a>
        </li>
        <li>
          <a href={`#${stepId}`}>{t('next.way.step')}</a>
        </li>
      </ul>
    </>
  )
}
