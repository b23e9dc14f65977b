import { Button, Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import {
  pastingRules,
  studentLanguages,
  type WritingTask,
  type WritingTaskInput,
  writingLimits,
} from '@penmark/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import classes from './tasks.module.css'

type Fields = Omit<Required<WritingTaskInput>, 'class_group_id' | 'pin'>

export interface TaskFormResult extends Fields {
  class_group_id: string
  /** Undefined to leave it as it is. */
  pin: string | null | undefined
}

interface TaskFormProps {
  /** The task to change; absent for a new one. */
  task?: WritingTask
  /** Classes to choose from, for a new task. */
  choices?: { value: string; label: string }[]
  /** The class chosen to begin with. */
  classId?: string
  submit: string
  busy: boolean
  failure: Error | null
  onSave: (result: TaskFormResult) => void
  onCancel: () => void
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The date and time of day in the browser's time zone, as form fields hold them. */
function dueFields(due_at: string | null): { date: string; time: string } {
  if (due_at === null) return { date: '', time: '23:59' }
  const at = new Date(due_at)
  const date = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return { date, time: `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}` }
}

/** Null for an empty field; NaN for anything but a whole number from 1 to the most that a text may have. */
function parseWords(text: string): number | null {
  if (text.trim() === '') return null
  const words = Number(text)
  return Number.isInteger(words) && words >= 1 && words <= writingLimits.words ? words : Number.NaN
}

const hasPassed = (time: Date | null) => time !== null && time.getTime() <= Date.now()

/** What a task says and allows. */
export function TaskForm({
  task,
  choices,
  classId = '',
  submit,
  busy,
  failure,
  onSave,
  onCancel,
}: TaskFormProps) {
  const { t, i18n } = useTranslation(['writing-tasks', 'ui'])
  const [chosenClass, setChosenClass] = useState(classId)
  const [title, setTitle] = useState(task?.title ?? '')
  const [instructions, setInstructions] = useState(task?.instructions ?? '')
  const [due, setDue] = useState(dueFields(task?.due_at ?? null))
  const [wordsMin, setWordsMin] = useState(String(task?.words_min ?? ''))
  const [wordsMax, setWordsMax] = useState(String(task?.words_max ?? ''))
  const [pasting, setPasting] = useState(task?.pasting ?? 'shown')
  const [sources, setSources] = useState(task?.sources ?? '')
  const [language, setLanguage] = useState(
    task?.language ?? studentLanguages.find((offered) => offered === i18n.language) ?? 'en-GB',
  )
  const [pin, setPin] = useState('')
  const [isPinRemoved, setPinRemoved] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPastDue, setPastDue] = useState(false)

  const [words_min, words_max] = [parseWords(wordsMin), parseWords(wordsMax)]
  const [minDigits, maxDigits] = writingLimits.pinDigits
  const isPinWrong = pin !== '' && !/^\d{4,8}$/.test(pin)
  const dueTime = due.date === '' || due.time === '' ? null : new Date(`${due.date}T${due.time}`)
  const fieldErrors = {
    class: choices !== undefined && chosenClass === '' && t('form.class.missing'),
    title: title.trim() === '' && t('form.title.missing'),
    date: isPastDue && t('form.due.past'),
    time: due.date !== '' && due.time === '' && t('form.due.time.missing'),
    min: Number.isNaN(words_min) && t('form.words.wrong', { most: writingLimits.words }),
    max: Number.isNaN(words_max)
      ? t('form.words.wrong', { most: writingLimits.words })
      : words_min !== null && words_max !== null && words_min > words_max && t('form.words.order'),
    pin: isPinWrong && t('form.pin.wrong', { least: minDigits, most: maxDigits }),
  }
  const shown = <Key extends keyof typeof fieldErrors>(key: Key) => isSubmitted && fieldErrors[key]

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    const isPast = task === undefined && hasPassed(dueTime)
    setPastDue(isPast)
    if (Object.values({ ...fieldErrors, date: isPast }).some(Boolean)) {
      // The fields show what is wrong after this render.
      const form = event.currentTarget
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    onSave({
      class_group_id: chosenClass,
      title,
      instructions,
      due_at: dueTime?.toISOString() ?? null,
      words_min,
      words_max,
      pasting,
      sources: sources.trim() || null,
      language,
      pin: pin !== '' ? pin : isPinRemoved ? null : undefined,
    })
  }

  return (
    <form className={classes.form} noValidate onSubmit={save}>
      {failure && <Notice tone="error">{t('form.failed', { detail: detailOf(failure) })}</Notice>}
      {choices && (
        <NativeSelect
          label={t('form.class')}
          withAsterisk
          aria-required
          value={chosenClass}
          onChange={({ currentTarget }) => setChosenClass(currentTarget.value)}
          data={[{ value: '', label: t('form.class.choose') }, ...choices]}
          error={shown('class')}
        />
      )}
      <TextInput
        label={t('form.title')}
        withAsterisk
        aria-required
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        maxLength={200}
        autoComplete="off"
        error={shown('title')}
      />
      <Textarea
        label={t('form.instructions')}
        description={t('form.instructions.note')}
        rows={6}
        value={instructions}
        onChange={({ currentTarget }) => setInstructions(currentTarget.value)}
        maxLength={writingLimits.instructionsCharacters}
      />
      <fieldset className={classes.group}>
        <legend>{t('form.due')}</legend>
        <div className={classes.pair}>
          <TextInput
            type="date"
            label={t('form.due.date')}
            value={due.date}
            onChange={({ currentTarget }) => setDue({ ...due, date: currentTarget.value })}
            error={shown('date')}
          />
          <TextInput
            type="time"
            label={t('form.due.time')}
            value={due.time}
            onChange={({ currentTarget }) => setDue({ ...due, time: currentTarget.value })}
            error={shown('time')}
          />
        </div>
        <p className={classes.soft}>{t('form.due.note')}</p>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('form.words')}</legend>
        <div className={classes.pair}>
          <TextInput
            label={t('form.words.min')}
            inputMode="numeric"
            value={wordsMin}
            onChange={({ currentTarget }) => setWordsMin(currentTarget.value)}
            autoComplete="off"
            error={shown('min')}
          />
          <TextInput
            label={t('form.words.max')}
            inputMode="numeric"
            value={wordsMax}
            onChange={({ currentTarget }) => setWordsMax(currentTarget.value)}
            autoComplete="off"
            error={shown('max')}
          />
        </div>
        <p className={classes.soft}>{t('form.words.note')}</p>
      </fieldset>
      <Radio.Group
        label={t('form.pasting')}
        description={t('form.pasting.note')}
        value={pasting}
        onChange={(value) => setPasting(pastingRules.find((rule) => rule === value) ?? pasting)}
      >
        <div className={classes.choices}>
          {pastingRules.map((rule) => (
            <Radio
              key={rule}
              value={rule}
              label={t(`pasting.${rule}`)}
              description={t(`pasting.${rule}.text`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={t('form.sources')}
        description={t('form.sources.note')}
        rows={3}
        value={sources}
        onChange={({ currentTarget }) => setSources(currentTarget.value)}
        maxLength={writingLimits.sourcesCharacters}
      />
      <NativeSelect
        label={t('form.language')}
        description={t('form.language.note')}
        value={language}
        onChange={({ currentTarget }) =>
          setLanguage(studentLanguages.find((offered) => offered === currentTarget.value) ?? language)
        }
        data={studentLanguages.map((offered) => ({ value: offered, label: t(`language.${offered}`) }))}
      />
      <TextInput
        label={t('form.pin')}
        description={t(task?.has_pin ? 'form.pin.isSet' : 'form.pin.note', {
          least: minDigits,
          most: maxDigits,
        })}
        inputMode="numeric"
        value={pin}
        onChange={({ currentTarget }) => setPin(currentTarget.value)}
        maxLength={maxDigits}
        autoComplete="off"
        error={shown('pin')}
      />
      {task?.has_pin && (
        <Checkbox
          label={t('form.pin.remove')}
          checked={isPinRemoved && pin === ''}
          disabled={pin !== ''}
          onChange={({ currentTarget }) => setPinRemoved(currentTarget.checked)}
        />
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('ui:cancel')}
        </Button>
      </div>
    </form>
  )
}
