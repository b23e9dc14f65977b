import type { Document, Topic } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import classes from './conversation.module.css'
import { SheetTitle } from './teacher-sheet.tsx'

interface StudentSheetProps {
  topics: readonly Topic[]
  document: Document | undefined
}

/** The same passages for the student, without scores and without an accusation. */
export function StudentSheet({ topics, document }: StudentSheetProps) {
  const { t } = useTranslation('report')
  return (
    <>
      <SheetTitle title={t('talk.student.title')} document={document} />
      <p>{t('talk.student.why')}</p>
      <p>{t('talk.student.notProof')}</p>
      <h3>{t('talk.student.bring')}</h3>
      <ul>
        <li>{t('talk.bring.notes')}</li>
        <li>{t('talk.bring.versions')}</li>
        <li>{t('talk.bring.sources')}</li>
      </ul>
      {topics.length > 0 && <h3>{t('talk.student.passages')}</h3>}
      {topics.map(({ number, quote }) => (
        <section key={number} className={classes.topic} aria-label={t('talk.part', { number })}>
          <blockquote translate="no">{quote}</blockquote>
          <p className={classes.notes}>{t('talk.student.notes')}</p>
        </section>
      ))}
      <p>{t('talk.student.say')}</p>
    </>
  )
}
