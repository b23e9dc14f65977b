import { Button, Progress } from '@mantine/core'
import { Problem, uploadLimits } from '@penmark/contract'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/classes/students/bulk/bulk.module.css'
import { BulkOutcome, SkippedRows } from '../../features/classes/students/bulk/bulk-outcome.tsx'
import { ChooseReading } from '../../features/classes/students/bulk/choose-reading.tsx'
import { MapColumns } from '../../features/classes/students/bulk/map-columns.tsx'
import { namesStudents } from '../../features/classes/students/bulk/other-columns.ts'
import { CsvError, columnsIn, templateName } from '../../features/classes/students/bulk/read-csv.ts'
import { NoResults, useBulkUpload } from '../../features/classes/students/bulk/use-bulk-upload.ts'
import { saveFile } from '../../lib/browser/browser.ts'
import { csvFile, separatorOf } from '../../lib/browser/csv-file.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { DropZone } from '../../ui/drop-zone/drop-zone.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'

export default function BulkUploadPage() {
  const { t } = useTranslation('students')
  return (
    <>
      <PageHeader
        title={t('bulk.title')}
        lead={t('bulk.lead')}
        back={<BackTo to="/students">{t('back')}</BackTo>}
      />
      <BulkUpload />
    </>
  )
}

const accepted = { 'text/csv': ['.csv'] }

/**
 * A list of students from a file: sent at once, or first asked about if its columns are others; then the
 * result of each row.
 */
function BulkUpload() {
  const { t, i18n } = useTranslation('students')
  const { upload, stage } = useBulkUpload()
  const rows = formatNumber(i18n, uploadLimits.studentsAtOnce)
  const uploadFile = ([file]: File[]) => {
    if (file) upload.mutate(file)
  }
  return (
    <>
      <section className={classes.how} aria-label={t('bulk.how')}>
        <ol className={classes.steps}>
          <li>{t('bulk.step.template')}</li>
          <li>{t('bulk.step.fill')}</li>
          <li>{t('bulk.step.send', { rows })}</li>
        </ol>
        <ul className={classes.rules}>
          <li>{t('bulk.rule.columns', { columns: columnsIn(i18n.language).join(', ') })}</li>
          <li>{t('bulk.rule.commas')}</li>
          <li>{t('bulk.rule.classes')}</li>
          <li>{t('bulk.rule.ids')}</li>
        </ul>
      </section>
      <DropZone
        accept={accepted}
        multiple={false}
        disabled={upload.isPending}
        browse={t('bulk.browse')}
        onFiles={uploadFile}
        onRefused={uploadFile}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() =>
              saveFile(csvFile([columnsIn(i18n.language)], separatorOf(i18n.language)), templateName)
            }
          >
            {t('bulk.template')}
          </Button>
        }
      >
        <strong>{t('bulk.drop')}</strong>
        <p>{t('bulk.types', { rows })}</p>
      </DropZone>
      <div className={classes.outcome} aria-live="polite">
        {upload.isPending && (
          <div className={classes.busy}>
            <span>
              {stage.at === 'reading'
                ? t('bulk.reading')
                : t('bulk.sending', { count: stage.rows, shown: formatNumber(i18n, stage.rows) })}
            </span>
            <Progress value={100} animated size="sm" aria-label={t('bulk.progress')} />
          </div>
        )}
        {upload.isError && !isAsked(upload.error) && (
          <Notice tone="error">{errorMessage(upload.error)}</Notice>
        )}
      </div>
      {upload.error instanceof CsvError &&
        upload.error.readings.length > 0 &&
        upload.variables instanceof File && (
          <ChooseReading
            key={upload.submittedAt}
            file={upload.variables}
            readings={upload.error.readings}
            onChoose={upload.mutate}
            onCancel={upload.reset}
          />
        )}
      {upload.error instanceof CsvError && upload.error.list && (
        <MapColumns
          key={upload.submittedAt}
          list={upload.error.list}
          onSend={upload.mutate}
          onCancel={upload.reset}
        />
      )}
      {upload.error instanceof CsvError && upload.error.skipped.length > 0 && (
        <SkippedRows rows={upload.error.skipped} />
      )}
      {upload.isSuccess && <BulkOutcome key={upload.submittedAt} outcome={upload.data} />}
    </>
  )

  /** Whether the page asks instead of refusing. */
  function isAsked(error: unknown): boolean {
    if (!(error instanceof CsvError)) return false
    return error.readings.length > 0 || (error.list !== null && namesStudents(error.list))
  }

  function errorMessage(error: unknown): string {
    if (error instanceof CsvError) return t(`bulk.error.${error.fault}`, { rows })
    if (error instanceof NoResults) return t('bulk.error.noResults')
    return error instanceof Problem
      ? t('bulk.error.api', { detail: error.message })
      : t('bulk.error.unexpected')
  }
}
