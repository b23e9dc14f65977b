import { binKeepDays, type WritingRoom } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../../../ui/plain/plain.module.css'
import classes from './frame.module.css'
import { TaskDetails, TaskFacts } from './task-details.tsx'

const recorded = ['changes', 'pastes', 'leaving'] as const
const never = ['camera', 'programs'] as const

/** What a student reads before the first key: what is recorded, why, and who can see it. */
export function BeginScreen({ room, onBegin }: { room: WritingRoom; onBegin: () => Promise<string | null> }) {
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
      <p>{t('begin.whoText', { teacher: room.teacher_name ?? t('yourTeacher'), days: binKeepDays })}</p>
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
