import { CloseButton } from '@mantine/core'
import type { Student } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNoticeHidden, storeHiddenNotice } from '../../lib/consent/stored-preferences.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './class-groups.module.css'

/** The student's details. Year group and descriptor are left out when empty. */
export function StudentCard({ student }: { student: Student }) {
  const { t } = useTranslation('classes')
  const { year_group, descriptor } = student
  return (
    <section aria-label={t('card.title')} className={classes.card}>
      <dl>
        {(['first_name', 'last_name', 'email', 'external_student_id'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`column.${name}`)}</dt>
            <dd>{student[name] ?? '–'}</dd>
          </div>
        ))}
        {year_group && (
          <div>
            <dt>{t('card.yearGroup')}</dt>
            <dd>{year_group}</dd>
          </div>
        )}
        {descriptor && (
          <div className={classes.descriptor}>
            <dt>{t('card.descriptor')}</dt>
            <dd>{descriptor}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

interface DismissibleNoticeProps {
  /** Storage key that remembers that the notice was hidden. */
  flag: 'student-in-class.upload-info' | 'student-in-class.context-info'
  children: string
}

/** A notice that stays hidden in this browser once dismissed, where preferences may be stored. */
export function DismissibleNotice({ flag, children }: DismissibleNoticeProps) {
  const { t } = useTranslation('classes')
  const [hidden, setHidden] = useState(() => isNoticeHidden(flag))
  const hide = () => {
    setHidden(true)
    storeHiddenNotice(flag)
  }
  if (hidden) return null
  return (
    <Notice tone="info" action={<CloseButton aria-label={t('notice.hide')} title={t('notice.hide')} onClick={hide} />}>
      {children}
    </Notice>
  )
}
