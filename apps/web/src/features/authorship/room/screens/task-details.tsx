import type { WritingRoom } from '@penmark/contract'
import type { i18n as I18n, TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../../lib/format/format.ts'
import classes from './task-details.module.css'

/** `500 to 700 words`, `At least 500 words`; null if the task sets no limit. */
export function wordRange(
  t: TFunction<'writing-room'>,
  i18n: I18n,
  { words_min: min, words_max: max }: WritingRoom['task'],
): string | null {
  if (min !== null && max !== null)
    return t('range.both', { min: formatNumber(i18n, min), max: formatNumber(i18n, max) })
  if (min !== null) return t('range.min', { min: formatNumber(i18n, min) })
  return max === null ? null : t('range.max', { max: formatNumber(i18n, max) })
}

/** Class, teacher, due date and length, in one line. */
export function TaskFacts({ room }: { room: WritingRoom }) {
  const { t, i18n } = useTranslation('writing-room')
  const { task, teacher_name } = room
  const facts = [
    task.class_name,
    teacher_name,
    task.due_at === null ? null : t('due', { time: formatTime(i18n, task.due_at) }),
    wordRange(t, i18n, task),
  ]
  return <p className={classes.facts}>{facts.filter((fact) => fact !== null && fact !== '').join(' · ')}</p>
}

/** What the teacher wrote about the task, and the rule for pasting. */
export function TaskDetails({ room: { task } }: { room: WritingRoom }) {
  const { t } = useTranslation('writing-room')
  return (
    <div className={classes.details}>
      {task.instructions !== '' && <p className={classes.words}>{task.instructions}</p>}
      {task.sources !== null && (
        <>
          <h3>{t('sources')}</h3>
          <p className={classes.words}>{task.sources}</p>
        </>
      )}
      <h3>{t('pasting')}</h3>
      <p>{t(`pasting.${task.pasting}`)}</p>
    </div>
  )
}
