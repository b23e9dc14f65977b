import type { Document, Headline, Topic } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import classes from './conversation.module.css'

interface TeacherSheetProps {
  headline: Headline
  topics: readonly Topic[]
  document: Document | undefined
}

/** What to ask about each passage, with room for notes. */
export function TeacherSheet({ headline, topics, document }: TeacherSheetProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return (
    <>
      <SheetTitle title={t('talk.teacher.title')} document={document} />
      <p>
        <strong>{t(headline.key, { share: headline.share === null ? '' : figures.share(headline.share) })}.</strong>{' '}
        {t('talk.teacher.lead')}
      </p>
      <h3>{t('talk.teacher.begin')}</h3>
      <ul>
        <li>{t('talk.begin.how')}</li>
        <li>{t('talk.begin.drafts')}</li>
        <li>{t('talk.begin.help')}</li>
      </ul>
      {topics.map(({ number, paragraph, quote, questions }) => (
        <section key={number} className={classes.topic} aria-label={t('talk.passage', { number, paragraph })}>
          <h3>{t('talk.passage', { number, paragraph })}</h3>
          <blockquote translate="no">{quote}</blockquote>
          <ul>
            {questions.map(({ key, phrase }) => (
              <li key={`${key} ${phrase}`}>{t(key, { phrase })}</li>
            ))}
          </ul>
          <p className={classes.notes}>{t('talk.notes')}</p>
        </section>
      ))}
      <h3>{t('talk.teacher.end')}</h3>
      <ul>
        <li>{t('next.compare')}</li>
        <li>{t('talk.end.mistake')}</li>
        <li>{t('next.decide')}</li>
      </ul>
    </>
  )
}

/** Which text the sheet is about, and whose. */
export function SheetTitle({ title, document }: { title: string; document: Document | undefined }) {
  const student = document?.student_details
  const name = student ? `${student.first_name} ${student.last_name}`.trim() : null
  return (
    <header>
      <h2>{title}</h2>
      {document && <p className={classes.about}>{[name, document.original_filename].filter(Boolean).join(' · ')}</p>}
    </header>
  )
}
