import { Button } from '@mantine/core'
import {
  baselineRoutes,
  historyLargest,
  knownTexts,
  type StudentWriting as StudentWritingData,
} from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../../lib/browser/browser.ts'
import { detailOf } from '../../../../lib/call/failure.ts'
import { fetchFile } from '../../../../lib/call/fetch-file.ts'
import { LoadError } from '../../../../ui/page-state/page-state.tsx'
import text from '../../../../ui/theme/text.module.css'
import { toast } from '../../../../ui/toast/toast.tsx'
import { useStudentWriting } from '../queries.ts'
import { Section } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './earlier-writing.module.css'
import { WritingHistory } from './writing-history.tsx'

interface StudentWritingProps {
  studentId: string
  /** Number of completed documents on the page: the history is loaded again when it changes. */
  completed: number
}

/** The score and style of a student's texts over time, with those that were written in class. */
export function StudentWriting({ studentId, completed }: StudentWritingProps) {
  const { t } = useTranslation('report')
  const { data, error, refetch } = useStudentWriting(studentId, completed)
  return (
    <Section title={t('earlier.student.title')}>
      {data ? (
        <Writing studentId={studentId} writing={data} />
      ) : (
        error && (
          <LoadError onRetry={() => void refetch()}>
            {t('earlier.student.failed', { detail: detailOf(error) })}
          </LoadError>
        )
      )}
    </Section>
  )
}

function Writing({
  studentId,
  writing: { known, needed, history },
}: {
  studentId: string
  writing: StudentWritingData
}) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const words = format.count(knownTexts.words)
  if (history.length === 0) return <p className={text.soft}>{t('earlier.student.empty')}</p>
  return (
    <>
      <div className={classes.words}>
        <p>
          {needed > 0
            ? t('earlier.student.needed', { count: needed, shown: format.count(needed), words })
            : t('earlier.student.known', { count: known, shown: format.count(known) })}
        </p>
        <p className={text.soft}>{t('earlier.harmless')}</p>
        {history.length >= historyLargest && (
          <p className={text.soft}>{t('earlier.student.newest', { shown: format.count(historyLargest) })}</p>
        )}
      </div>
      <WritingHistory documentId={null} history={history} />
      <Download studentId={studentId} />
    </>
  )
}

function Download({ studentId }: { studentId: string }) {
  const { t, i18n } = useTranslation('report')
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const request = { id: studentId, language: i18n.language, time_zone }
      const { content, filename } = await fetchFile(baselineRoutes.exportStudentWriting, request)
      saveFile(content, filename ?? 'writing.csv')
    } catch (error) {
      toast.error(t('earlier.student.csvFailed', { detail: detailOf(error) }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" mt="md" loading={isBusy} onClick={() => void download()}>
      {t('earlier.student.csv')}
    </Button>
  )
}
