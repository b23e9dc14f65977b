import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../../lib/call/failure.ts'
import { formatNumber, formatTime, formatWholeShare } from '../../../../lib/format/format.ts'
import plain from '../../../../ui/plain/plain.module.css'
import textClasses from '../../../../ui/theme/text.module.css'
import { useRecordFigures } from '../../record/record-figures.ts'
import { useArrivalSentences } from '../../record/use-arrival-sentences.ts'
import dialogClasses from '../dialog/dialog.module.css'
import { readRecord } from '../sync/calls.ts'
import { type OwnRecord, readOwnRecord } from './own-record.ts'
import classes from './record-dialog.module.css'

interface RecordDialogProps {
  session: string
  acceptedAt: string | null
  /** Sends what is queued, so that the record is complete; resolves even if that failed. */
  prepare: () => Promise<void>
  onClose: () => void
}

/** What is recorded about the reader, in the same terms as their teacher sees it. */
export default function RecordDialog({ session, acceptedAt, prepare, onClose }: RecordDialogProps) {
  const { t } = useTranslation('writing-room')
  const dialog = useRef<HTMLDialogElement>(null)
  const [record, setRecord] = useState<OwnRecord | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const initialPrepare = useRef(prepare)
  useEffect(() => {
    dialog.current?.showModal()
    let isClosed = false
    const read = async () => {
      await initialPrepare.current()
      const found = await readOwnRecord(
        (offset) => readRecord(session, offset),
        acceptedAt === null ? null : Date.parse(acceptedAt),
      )
      if (!isClosed) setRecord(found)
    }
    read().catch((error: unknown) => {
      if (!isClosed) setProblem(detailOf(error))
    })
    return () => {
      isClosed = true
    }
  }, [session, acceptedAt])
  return (
    <dialog
      ref={dialog}
      className={`${dialogClasses.dialog} ${classes.dialog}`}
      aria-labelledby="record-title"
      onClose={onClose}
    >
      <h2 id="record-title">{t('record.title')}</h2>
      <div aria-live="polite">
        {problem !== null && <p className={plain.error}>{problem}</p>}
        {problem === null && record === null && <p>{t('record.reading')}</p>}
        {record !== null && <Contents record={record} />}
      </div>
      <div className={dialogClasses.actions}>
        <button type="button" className={plain.secondary} onClick={() => dialog.current?.close()}>
          {t('record.close')}
        </button>
      </div>
    </dialog>
  )
}

function Contents({ record: { summary, arrival, entries, sessions, pastes } }: { record: OwnRecord }) {
  const { t, i18n } = useTranslation('writing-room')
  const { fastest } = useRecordFigures()
  const arrivals = useArrivalSentences(arrival)
  const counted = (
    key: 'words' | 'record.sessions' | 'record.minutes' | 'record.times' | 'record.entries',
    count: number,
  ) => t(key, { count, shown: formatNumber(i18n, count) })
  const time = (ms: number) => formatTime(i18n, new Date(ms).toISOString())
  const share = (part: number) =>
    formatWholeShare(i18n, summary.characters === 0 ? 0 : part / summary.characters)
  const minutes = (exact: number) => counted('record.minutes', Math.round(exact))
  return (
    <>
      <p>
        {t('record.summary', {
          words: counted('words', summary.words),
          sessions: counted('record.sessions', summary.sessions),
          minutes: minutes(summary.minutes),
        })}
      </p>
      {summary.characters > 0 && (
        <p>
          {t('record.shares', {
            typed: share(summary.typed),
            pasted: share(summary.pasted),
            moved: share(summary.moved),
          })}
        </p>
      )}
      {summary.inserted > 0 && <p>{t('record.inserted', { inserted: share(summary.inserted) })}</p>}
      {summary.fastest_stretch && <p>{fastest(summary)}</p>}
      <p>
        {t('record.away', {
          times: counted('record.times', summary.away.count),
          minutes: minutes(summary.away.minutes),
        })}
      </p>
      {summary.pastes.blocked > 0 && (
        <p>{t('record.blocked', { times: counted('record.times', summary.pastes.blocked) })}</p>
      )}
      <p className={textClasses.soft}>{t('record.whole', { entries: counted('record.entries', entries) })}</p>
      {arrivals.length > 0 && (
        <>
          <h3>{t('record.arrivalTitle')}</h3>
          <p>{t('record.arrival')}</p>
          <ul className={classes.list}>
            {arrivals.map(({ key, what, why }) => (
              <li key={key}>
                {what} {why}
              </li>
            ))}
          </ul>
        </>
      )}
      {sessions.length > 0 && (
        <>
          <h3>{t('record.sessionsTitle')}</h3>
          <ol className={classes.list}>
            {sessions.map(({ start, end }) => (
              <li key={start}>
                {t('record.session', { time: time(start), minutes: minutes((end - start) / 60_000) })}
              </li>
            ))}
          </ol>
        </>
      )}
      <h3>{t('record.pastesTitle')}</h3>
      {pastes.length === 0 && <p>{t('record.noPastes')}</p>}
      <ol className={classes.list}>
        {pastes.map(({ at, words, text }) => (
          <li key={`${at} ${text}`}>
            {t('record.paste', { time: time(at), words: counted('words', words) })}
            <blockquote className={classes.pasted}>{text}</blockquote>
          </li>
        ))}
      </ol>
    </>
  )
}
