import { Button, Textarea } from '@mantine/core'
import type { Document, Report } from '@penmark/contract'
import {
  headlineOf,
  headlineSentence,
  readableName,
  shownParagraphs,
  type Topic,
  topicsOf,
} from '@penmark/wording'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Notice } from '../../../../ui/notice/notice.tsx'
import { BackTo, PageHeader } from '../../../../ui/page-header/page-header.tsx'
import { useReport, useReportedDocument } from '../queries.ts'
import { ReportSkeleton } from '../screen/report-skeleton.tsx'
import screen from '../screen.module.css'
import { useReportFormat } from '../use-report-format.ts'
import classes from './conversation.module.css'
import { useConversationNotes } from './notes.ts'

interface StudentSheetProps {
  topics: readonly Topic[]
  document: Document | undefined
}

/** The same passages for the student, without scores and without an accusation. */
function StudentSheet({ topics, document }: StudentSheetProps) {
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

type Reader = 'teacher' | 'student'

interface ConversationScreenProps {
  documentId: string
  /**
   * What else the page offers for a document with a report, and the notes taken so far, as text; not printed.
   */
  extras: (document: Document, notes: string) => ReactNode
}

/** Two sheets to print before talking with a student: one for the teacher and one for the student. */
export function ConversationScreen({ documentId, extras }: ConversationScreenProps) {
  const { t } = useTranslation('report')
  const { search } = useLocation()
  const [reader, setReader] = useState<Reader>('teacher')
  const document = useReportedDocument(documentId)
  const result = useReport(documentId, document.data?.status)
  const report = result.data?.status === 'COMPLETED' ? result.data : undefined
  const topics = report ? topicsOf(shownParagraphs(report)) : []
  const { notes, setNote } = useConversationNotes(documentId)
  const notesText = topics
    .flatMap(({ number, paragraph }) => {
      const note = notes[number]?.trim() ?? ''
      return note === '' ? [] : [`${t('talk.passage', { number, paragraph })}\n${note}`]
    })
    .join('\n\n')
  return (
    <>
      <div className={classes.head}>
        <PageHeader
          title={t('talk.title')}
          back={
            <BackTo to={`/documents/${encodeURIComponent(documentId)}/report${search}`}>
              {t('talk.back')}
            </BackTo>
          }
          actions={
            report && (
              <div className={screen.actions}>
                {(['teacher', 'student'] as const).map((option) => (
                  <Button
                    key={option}
                    variant={reader === option ? 'light' : 'default'}
                    // The light variant's own colour is too faint on it while the pointer is there.
                    c="var(--ink)"
                    aria-pressed={reader === option}
                    onClick={() => setReader(option)}
                  >
                    {t(`talk.for.${option}`)}
                  </Button>
                ))}
                <Button
                  leftSection={<IconPrinter size={16} aria-hidden="true" />}
                  onClick={() => window.print()}
                >
                  {t('print')}
                </Button>
              </div>
            )
          }
        />
      </div>
      {report && document.data && <div className={classes.head}>{extras(document.data, notesText)}</div>}
      {result.isPending && <ReportSkeleton />}
      {(result.isError || (result.data && !report)) && (
        <Notice tone="error">{t('problem.unavailable')}</Notice>
      )}
      {report && (
        <article className={classes.sheet}>
          {reader === 'teacher' ? (
            <TeacherSheet
              report={report}
              topics={topics}
              document={document.data}
              notes={notes}
              onNote={setNote}
            />
          ) : (
            <StudentSheet topics={topics} document={document.data} />
          )}
        </article>
      )}
    </>
  )
}

interface TeacherSheetProps {
  report: Report
  topics: readonly Topic[]
  document: Document | undefined
  /** By passage number. */
  notes: Record<string, string>
  onNote: (passage: number, text: string) => void
}

/** What to ask about each passage, with space for notes, on the screen and on paper. */
function TeacherSheet({ report, topics, document, notes, onNote }: TeacherSheetProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const headline = headlineSentence(headlineOf(report), report.words, {
    text: (key, values) => t(key, values),
    share: format.share,
  })
  return (
    <>
      <SheetTitle title={t('talk.teacher.title')} document={document} />
      <p>
        <strong>{headline}.</strong> {t('talk.teacher.lead')}
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
            {questions.map(({ key, sentence }) => (
              <li key={`${key} ${sentence}`}>{t(key, { sentence })}</li>
            ))}
          </ul>
          <Textarea
            classNames={{ input: classes.field ?? '' }}
            label={t('talk.notes')}
            aria-label={t('talk.notesOn', { number })}
            value={notes[number] ?? ''}
            onChange={({ currentTarget }) => onNote(number, currentTarget.value)}
            maxLength={2_000}
            autosize
            minRows={2}
          />
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

/** The sheet's title, and the student and text that it is about. */
function SheetTitle({ title, document }: { title: string; document: Document | undefined }) {
  const student = document?.student_details
  const name = student ? `${student.first_name} ${student.last_name}`.trim() : null
  return (
    <header>
      <h2>{title}</h2>
      {document && (
        <p className={classes.about}>{[name, readableName(document)].filter(Boolean).join(' · ')}</p>
      )}
    </header>
  )
}
