import { Button, NativeSelect, Radio, TextInput } from '@mantine/core'
import type { ClassGroup, LtiChoice, LtiOpened, WritingTask } from '@penmark/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { leaveFor } from '../../../lib/browser/browser.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { Loading } from '../../../ui/page-state/page-state.tsx'
import layout from '../../../ui/theme/layout.module.css'
import text from '../../../ui/theme/text.module.css'
import classes from './lti.module.css'
import { useAnswerLaunch, useLinkableTasks } from './use-lti.ts'

const newClass = ''

/** What the teacher can link to. A class and a writing task are the same type of link for the platform. */
const targets = ['ltiResourceLink', 'task', 'ltiAssetProcessor'] as const
type Target = (typeof targets)[number]

const linkTypeOf = (target: Target) => (target === 'task' ? 'ltiResourceLink' : target)

interface ChooseLinkProps {
  ticket: string
  launch: Extract<LtiOpened, { state: 'choose' }>
  /** The teacher's classes. */
  classGroups: Pick<ClassGroup, 'id' | 'class_name'>[]
}

/**
 * What a course should link to: a class, a writing task, or an assignment whose submissions are checked here.
 */
export function ChooseLink({ ticket, launch, classGroups }: ChooseLinkProps) {
  const { t, i18n } = useTranslation('integrations')
  const offered = targets.filter((option) => launch.types.includes(linkTypeOf(option)))
  const [target, setTarget] = useState<Target>(launch.types[0] ?? 'ltiResourceLink')
  const [classGroup, setClassGroup] = useState(launch.class_group_id ?? newClass)
  const [chosenTask, setTask] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const tasks = useLinkableTasks(target === 'task')
  const task = chosenTask ?? tasks.data?.[0]?.id ?? null
  const answer = useAnswerLaunch(ticket)
  const send = (chosen: Pick<LtiChoice, 'type' | 'class_group_id' | 'task_id'>) =>
    answer.mutate(
      { ...chosen, title, language: i18n.language },
      {
        onSuccess: ({ continue_at }) =>
          continue_at !== null && leaveFor(new URL(continue_at, window.location.origin).href),
      },
    )
  if (answer.data) {
    return answer.data.continue_at === null ? (
      <Notice tone="info">{t('lti.choose.done')}</Notice>
    ) : (
      <p role="status">{t('lti.choose.back')}</p>
    )
  }
  const class_group_id = classGroup === newClass ? null : classGroup
  const newClassLabel =
    launch.course === null ? t('lti.choose.newNameless') : t('lti.choose.new', { course: launch.course })
  return (
    <form
      className={classes.choice}
      onSubmit={(event) => {
        event.preventDefault()
        send(
          target === 'task' ? { type: linkTypeOf(target), task_id: task } : { type: target, class_group_id },
        )
      }}
    >
      <p className={classes.lead}>{t('lti.choose.text', { platform: launch.platform })}</p>
      {offered.length > 1 && (
        <Radio.Group
          label={t('lti.choose.type')}
          value={target}
          onChange={(value) => setTarget(targets.find((option) => option === value) ?? target)}
        >
          <div className={classes.types}>
            {offered.map((option) => (
              <Radio key={option} value={option} label={t(`lti.choose.${option}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      <p className={classes.explanation}>{t(`lti.choose.${target}.text`)}</p>
      {target === 'task' ? (
        <ChooseTask tasks={tasks} value={task} onChange={setTask} />
      ) : (
        <NativeSelect
          label={t('lti.choose.class')}
          value={classGroup}
          onChange={({ currentTarget }) => setClassGroup(currentTarget.value)}
          data={[
            ...(launch.class_group_id === null ? [{ value: newClass, label: newClassLabel }] : []),
            ...classGroups.map(({ id, class_name }) => ({ value: id, label: class_name })),
          ]}
        />
      )}
      <TextInput
        label={t('lti.choose.title')}
        description={t(target === 'task' ? 'lti.choose.task.title.note' : 'lti.choose.title.note')}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        maxLength={200}
        autoComplete="off"
      />
      {answer.isError && (
        <Notice tone="error">{t('lti.choose.failed', { detail: detailOf(answer.error) })}</Notice>
      )}
      <div className={layout.row}>
        <Button type="submit" loading={answer.isPending} disabled={target === 'task' && task === null}>
          {t('lti.choose.action')}
        </Button>
        <Button
          variant="default"
          onClick={() => send({ type: null, class_group_id })}
          disabled={answer.isPending}
        >
          {t('lti.choose.nothing')}
        </Button>
      </div>
    </form>
  )
}

interface ChooseTaskProps {
  tasks: UseQueryResult<WritingTask[]>
  value: string | null
  onChange: (id: string) => void
}

/** The teacher's writing tasks, and the way to set another without losing the launch. */
function ChooseTask({ tasks: { data, error }, value, onChange }: ChooseTaskProps) {
  const { t } = useTranslation('integrations')
  if (error) return <Notice tone="error">{t('lti.choose.task.failed', { detail: detailOf(error) })}</Notice>
  if (!data) return <Loading />
  return (
    <div className={classes.task}>
      {data.length === 0 ? (
        <p>{t('lti.choose.task.none')}</p>
      ) : (
        <NativeSelect
          label={t('lti.choose.task.which')}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          data={data.map(({ id, title, class_name }) => ({
            value: id,
            label: t('lti.choose.task.option', { title, class: class_name ?? '' }),
          }))}
        />
      )}
      <p className={text.small}>
        <Link to="/writing/new" target="_blank" rel="noopener">
          {t('lti.choose.task.new')}
        </Link>{' '}
        {t('lti.choose.task.newNote')}
      </p>
    </div>
  )
}
