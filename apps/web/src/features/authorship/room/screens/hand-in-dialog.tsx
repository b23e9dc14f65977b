import type { WritingRoom } from '@penmark/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../../lib/format/format.ts'
import plain from '../../../../ui/plain/plain.module.css'
import classes from '../dialog/dialog.module.css'
import { wordRange } from './task-details.tsx'

interface HandInDialogProps {
  room: WritingRoom
  words: number
  /** Resolves to what went wrong, or null. */
  onHandIn: () => Promise<string | null>
  onClose: () => void
}

export function HandInDialog({ room, words, onHandIn, onClose }: HandInDialogProps) {
  const { t, i18n } = useTranslation('writing-room')
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const { task } = room
  const [isLate] = useState(
    () => task.due_at !== null && Date.parse(task.due_at) <= Math.max(Date.parse(room.now), Date.now()),
  )
  const range = wordRange(t, i18n, task)
  const isOutside =
    (task.words_min !== null && words < task.words_min) || (task.words_max !== null && words > task.words_max)
  const confirm = async () => {
    setBusy(true)
    setProblem(await onHandIn())
    setBusy(false)
  }
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="hand-in-title" onClose={onClose}>
      <h2 id="hand-in-title">{t('handIn.title')}</h2>
      <p className={isOutside ? plain.warning : undefined}>
        {t('words', { count: words, shown: formatNumber(i18n, words) })}
        {range !== null && ` · ${t('handIn.task', { range })}`}
      </p>
      <p>{t('handIn.text', { teacher: room.teacher_name ?? t('yourTeacher') })}</p>
      {isLate ? (
        <p className={plain.warning}>{t('handIn.late')}</p>
      ) : (
        <p>
          {task.due_at === null
            ? t('handIn.takeBack')
            : t('handIn.takeBackUntil', { time: formatTime(i18n, task.due_at) })}
        </p>
      )}
      {problem !== null && (
        <p className={plain.error} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.actions}>
        <button type="button" className={plain.primary} disabled={isBusy} onClick={() => void confirm()}>
          {t('handIn.confirm')}
        </button>
        <button type="button" className={plain.secondary} onClick={() => dialog.current?.close()}>
          {t('handIn.cancel')}
        </button>
      </div>
    </dialog>
  )
}
