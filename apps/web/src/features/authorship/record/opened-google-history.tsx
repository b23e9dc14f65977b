import { teacherRoutes } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import {
  commonShare,
  type GoogleHistory,
  GoogleHistoryError,
  googleHistoryLimits,
  Replay as RecordReplay,
  readGoogleHistory,
  summariseHistory,
  textOf,
  timelineOf,
} from '@penmark/writing'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatWholeShare } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { Facts } from './facts.tsx'
import classes from './record.module.css'
import { RecordSource, useRecordFigures } from './record-figures.ts'
import { Replay } from './replay.tsx'

/**
 * If less of the document is in the history's last text, the history belongs to another text: corrections
 * leave most of a text unchanged.
 */
const minShare = 0.5

type Reading =
  | { state: 'reading' }
  | { state: 'failed'; error: unknown }
  | { state: 'unreadable' }
  | { state: 'other-text'; share: number }
  | { state: 'read'; share: number; history: GoogleHistory; replay: RecordReplay }

async function readHistory(file: File, documentId: string): Promise<Reading> {
  // A character takes at most three bytes.
  if (file.size > 3 * googleHistoryLimits.characters) throw new GoogleHistoryError('too-large')
  const content = await file.text().catch(() => null)
  if (content === null) return { state: 'unreadable' }
  const history = readGoogleHistory(content)
  const text = await call(teacherRoutes.readDocumentText, { id: documentId })
  const replay = RecordReplay.of(history.entries, [], countWords, 'joined')
  const share = commonShare(text, textOf(replay.history.document))
  return share < minShare ? { state: 'other-text', share } : { state: 'read', share, history, replay }
}

/** What the history of a text in Google Docs shows, read on this device. */
export function OpenedGoogleHistory({ file, documentId }: { file: File; documentId: string }) {
  const { t, i18n } = useTranslation('writing-record')
  const [reading, setReading] = useState<Reading>({ state: 'reading' })
  useEffect(() => {
    let isShown = true
    const update = (next: Reading) => {
      if (isShown) setReading(next)
    }
    readHistory(file, documentId).then(update, (error: unknown) => update({ state: 'failed', error }))
    return () => {
      isShown = false
    }
  }, [file, documentId])
  switch (reading.state) {
    case 'reading':
      return <p role="status">{t('google.reading')}</p>
    case 'failed':
      return <ReadingFailed error={reading.error} />
    case 'unreadable':
      return <Notice tone="error">{t('google.problem.unreadable')}</Notice>
    case 'other-text':
      return (
        <Notice tone="warning">{t('google.other', { share: formatWholeShare(i18n, reading.share) })}</Notice>
      )
    case 'read':
      return (
        <RecordSource value="google-docs">
          <HistoryDetails {...reading} />
        </RecordSource>
      )
  }
}

function ReadingFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('writing-record')
  const reason =
    error instanceof GoogleHistoryError
      ? t(`google.problem.${error.problem}`, { revision: error.revision })
      : t('google.problem.document', { detail: detailOf(error) })
  return <Notice tone="error">{reason}</Notice>
}

function HistoryDetails({ share, history, replay }: Extract<Reading, { state: 'read' }>) {
  const { t, i18n } = useTranslation('writing-record')
  const { line, number } = useRecordFigures()
  const [{ summary, timeline }] = useState(() => ({
    summary: summariseHistory(replay.history, countWords),
    timeline: timelineOf(replay.history),
  }))
  const { people, suggested, ignored } = history
  return (
    <div className={classes.record}>
      <div className={classes.origin}>
        <p className={classes.line}>{line(summary)}</p>
        <Notice tone="warning">
          <p>
            <strong>{t('google.source')}</strong>
          </p>
          <p>{t('google.agreement', { share: formatWholeShare(i18n, share) })}</p>
          <p>{t('google.people', { count: people, shown: number(people) })}</p>
          {suggested > 0 && <p>{t('google.suggested', { count: suggested, shown: number(suggested) })}</p>}
          {ignored > 0 && <p>{t('google.ignored', { count: ignored, shown: number(ignored) })}</p>}
        </Notice>
        <p className={classes.soft}>{t('google.meaning')}</p>
      </div>
      <Replay replay={replay} timeline={timeline} />
      <Facts summary={summary} />
      <p className={classes.soft}>{t('document.noVerdict')}</p>
    </div>
  )
}
