import { NativeSelect } from '@mantine/core'
import type { WritingTask } from '@penmark/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { Loading } from '../../../ui/loading/loading.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import classes from './lti.module.css'

interface ChooseTaskProps {
  tasks: UseQueryResult<WritingTask[]>
  value: string | null
  onChange: (id: string) => void
}

/** The teacher's writing tasks, and the way to set another without losing the launch. */
export function ChooseTask({ tasks: { data, error }, value, onChange }: ChooseTaskProps) {
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
      <p className={classes.soft}>
        <Link to="/writing/new" target="_blank" rel="noopener">
          {t('lti.choose.task.new')}
        </Link>{' '}
        {t('lti.choose.task.newNote')}
      </p>
    </div>
  )
}
