import { Button, NativeSelect, Radio, TextInput } from '@mantine/core'
import { type ClassGroup, LtiLinkType, type LtiOpened } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveFor } from '../../../lib/browser/browser.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import classes from './lti.module.css'
import { useAnswerLaunch } from './use-lti.ts'

const newClass = ''

interface ChooseLinkProps {
  ticket: string
  launch: Extract<LtiOpened, { state: 'choose' }>
  /** The teacher's own. */
  classGroups: Pick<ClassGroup, 'id' | 'class_name'>[]
}

/** What a course should link to: a class, or an assignment whose submissions are checked here. */
export function ChooseLink({ ticket, launch, classGroups }: ChooseLinkProps) {
  const { t, i18n } = useTranslation('integrations')
  const [type, setType] = useState<LtiLinkType>(launch.types[0] ?? 'ltiResourceLink')
  const [classGroup, setClassGroup] = useState(launch.class_group_id ?? newClass)
  const [title, setTitle] = useState('')
  const answer = useAnswerLaunch(ticket)
  const send = (chosen: LtiLinkType | null) =>
    answer.mutate(
      { type: chosen, class_group_id: classGroup === newClass ? null : classGroup, title, language: i18n.language },
      { onSuccess: ({ continue_at }) => continue_at !== null && leaveFor(new URL(continue_at, window.location.origin).href) },
    )
  if (answer.data) {
    return answer.data.continue_at === null ? (
      <Notice tone="info">{t('lti.choose.done')}</Notice>
    ) : (
      <p role="status">{t('lti.choose.back')}</p>
    )
  }
  const newClassLabel = launch.course === null ? t('lti.choose.newNameless') : t('lti.choose.new', { course: launch.course })
  return (
    <form
      className={classes.choice}
      onSubmit={(event) => {
        event.preventDefault()
        send(type)
      }}
    >
      <p className={classes.lead}>{t('lti.choose.text', { platform: launch.platform })}</p>
      {launch.types.length > 1 && (
        <Radio.Group label={t('lti.choose.type')} value={type} onChange={(value) => setType(LtiLinkType.parse(value))}>
          <div className={classes.types}>
            {launch.types.map((each) => (
              <Radio key={each} value={each} label={t(`lti.choose.${each}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      <p className={classes.explained}>{t(`lti.choose.${type}.text`)}</p>
      <NativeSelect
        label={t('lti.choose.class')}
        value={classGroup}
        onChange={({ currentTarget }) => setClassGroup(currentTarget.value)}
        data={[
          ...(launch.class_group_id === null ? [{ value: newClass, label: newClassLabel }] : []),
          ...classGroups.map(({ id, class_name }) => ({ value: id, label: class_name })),
        ]}
      />
      <TextInput
        label={t('lti.choose.title')}
        description={t('lti.choose.title.note')}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        maxLength={200}
        autoComplete="off"
      />
      {answer.isError && <Notice tone="error">{t('lti.choose.failed', { detail: detailOf(answer.error) })}</Notice>}
      <div className={classes.actions}>
        <Button type="submit" loading={answer.isPending}>
          {t('lti.choose.action')}
        </Button>
        <Button variant="default" onClick={() => send(null)} disabled={answer.isPending}>
          {t('lti.choose.nothing')}
        </Button>
      </div>
    </form>
  )
}
