import type { WritingRoom } from '@penmark/contract'
import type { i18n, TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../../lib/format/format.ts'
import plain from '../../../../ui/plain/plain.module.css'
import classes from './frame.module.css'
import taskClasses from './task-details.module.css'

const recorded = ['changes', 'pastes', 'leaving'] as const
const never = ['camera', 'programs', 'training'] as const

/** What a student reads before the first key: what is recorded, why, and who can see it. */
export function Begin({ room, onBegin }: { room: WritingRoom; onBegin: () => Promise<string | null> }) {
  const { t } = useTranslation('writing-room')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const begin = async () => {
    setBusy(true)
    setProblem(await onBegin())
    setBusy(false)
  }
  return (
    <>
      <h1>{t('begin.title')}</h1>
      <p>{t('begin.greeting', { name: room.student_name, title: room.task.title })}</p>
      <TaskFacts room={room} />
      <h2>{t('begin.why')}</h2>
      <p>{t('begin.whyText')}</p>
      <h2>{t('begin.recorded')}</h2>
      <ul className={classes.list}>
        {recorded.map((id) => (
          <li key={id}>{t(`begin.recorded.${id}`)}</li>
        ))}
      </ul>
      <h2>{t('begin.never')}</h2>
      <ul className={classes.list}>
        {never.map((id) => (
          <li key={id}>{t(`begin.never.${id}`)}</li>
        ))}
      </ul>
      <h2>{t('begin.who')}</h2>
      <p>{t('begin.whoText', { teacher: room.teacher_name ?? t('yourTeacher') })}</p>
      <h2>{t('task')}</h2>
      <TaskDetails room={room} />
      {problem !== null && (
        <p className={`${plain.error} ${classes.notice}`} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.actions}>
        <button type="button" className={plain.primary} disabled={isBusy} onClick={() => void begin()}>
          {t('begin.button')}
        </button>
      </div>
    </>
  )
}

/** `500 to 700 words`, `At least 500 words`; null if the task sets no limit. */
export function rangeOf(
  t: TFunction<'writing-room'>,
  spoken: i18n,
  { words_min: min, words_max: max }: WritingRoom['task'],
): string | null {
  if (min !== null && max !== null) return t('range.both', { min: formatNumber(spoken, min), max: formatNumber(spoken, max) })
  if (min !== null) return t('range.min', { min: formatNumber(spoken, min) })
  return max === null ? null : t('range.max', { max: formatNumber(spoken, max) })
}

/** Class, teacher, due date and length, in one line. */
export function TaskFacts({ room }: { room: WritingRoom }) {
  const { t, i18n } = useTranslation('writing-room')
  const { task, teacher_name } = room
  const facts = [
    task.class_name,
    teacher_name,
    task.due_at === null ? null : t('due', { time: formatTime(i18n, task.due_at) }),
    rangeOf(t, i18n, task),
  ]
  return <p className={taskClasses.facts}>{facts.filter((fact) => fact !== null && fact !== '').join(' · ')}</p>
}

/** What the teacher wrote about the task, and the rule for pasting. */
export function TaskDetails({ room: { task } }: { room: WritingRoom }) {
  const { t } = useTranslation('writing-room')
  return (
    <div className={taskClasses.details}>
      {task.instructions !== '' && <p className={taskClasses.words}>{task.instructions}</p>}
      {task.sources !== null && (
        <>
          <h3>{t('sources')}</h3>
          <p className={taskClasses.words}>{task.sources}</p>
        </>
      )}
      <h3>{t('pasting')}</h3>
      <p>{t(`pasting.${task.pasting}`)}</p>
    </div>
  )
}
