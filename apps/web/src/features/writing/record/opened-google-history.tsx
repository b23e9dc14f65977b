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
import { RecordSource, useRecordFigures } from './record-words.ts'
import { Replay } from './replay.tsx'

/** With less of the document in the history's last text, the history is another text's. Careful corrections leave most of a text as it was. */
const leastShare = 0.5

type Reading =
  | { state: 'reading' }
  | { state: 'failed'; error: unknown }
  | { state: 'unreadable' }
  | { state: 'other-text'; share: number }
  | { state: 'read'; share: number; history: GoogleHistory; replay: RecordReplay }

async function read(file: File, documentId: string): Promise<Reading> {
  // A character takes at most three bytes.
  if (file.size > 3 * googleHistoryLimits.characters) throw new GoogleHistoryError('too-large')
  const content = await file.text().catch(() => null)
  if (content === null) return { state: 'unreadable' }
  const history = readGoogleHistory(content)
  const text = await call(teacherRoutes.readDocumentText, { id: documentId })
  const replay = new RecordReplay(history.entries, [], countWords)
  const share = commonShare(text, textOf(replay.history.document))
  return share < leastShare ? { state: 'other-text', share } : { state: 'read', share, history, replay }
}

/** What the history of a text in Google Docs shows, read on this device. */
export function OpenedGoogleHistory({ file, documentId }: { file: File; documentId: string }) {
  const { t, i18n } = useTranslation('writing-record')
  const [reading, setReading] = useState<Reading>({ state: 'reading' })
  useEffect(() => {
    let isShown = true
    const settle = (next: Reading) => {
      if (isShown) setReading(next)
    }
    read(file, documentId).then(settle, (error: unknown) => settle({ state: 'failed', error }))
    return () => {
      isShown = false
    }
  }, [file, documentId])
  switch (reading.state) {
    case 'reading':
      return <p role="status">{t('google.reading')}</p>
    case 'failed':
      return <Failed error={reading.error} />
    case 'unreadable':
      return <Notice tone="error">{t('google.problem.unreadable')}</Notice>
    case 'other-text':
      return <Notice tone="warning">{t('google.other', { share: formatWholeShare(i18n, reading.share) })}</Notice>
    case 'read':
      return (
        <RecordSource value="google-docs">
          <Shown {...reading} />
        </RecordSource>
      )
  }
}

function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation('writing-record')
  const reason =
    error instanceof GoogleHistoryError
      ? t(`google.problem.${error.problem}`, { revision: error.revision })
      : t('google.problem.document', { detail: detailOf(error) })
  return <Notice tone="error">{reason}</Notice>
}

function Shown({ share, history, replay }: Extract<Reading, { state: 'read' }>) {
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
