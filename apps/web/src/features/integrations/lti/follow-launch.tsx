import { Button } from '@mantine/core'
import type { ClassGroup, LtiOpened } from '@penmark/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { Loading } from '../../../ui/loading/loading.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { AddStudents } from './add-students.tsx'
import { ChooseLink } from './choose-link.tsx'
import classes from './lti.module.css'
import { useConfirmLaunch, useLaunch } from './use-lti.ts'

/** The target of a launch. */
export type Ended = { classId: string | null } | { documentId: string } | { taskId: string }

interface FollowLaunchProps {
  ticket: string
  /** Of the signed-in teacher. */
  email: string
  /** Their classes, for a launch that asks which one to link to. */
  classGroups: ClassGroup[]
  onEnd: (ended: Ended) => void
}

/** Follows a launch to its class, report, writing task or choice. A new platform account is linked only after its teacher confirms. */
export function FollowLaunch({ ticket, email, classGroups, onEnd }: FollowLaunchProps) {
  const { t } = useTranslation('integrations')
  const launch = useLaunch(ticket)
  const confirm = useConfirmLaunch(ticket)
  const outcome = confirm.data ?? launch.data
  useEffect(() => {
    if (outcome?.state === 'report') onEnd({ documentId: outcome.document_id })
    if (outcome?.state === 'task') onEnd({ taskId: outcome.task_id })
    if (outcome?.state === 'open' && !outcome.can_add_students) onEnd({ classId: outcome.class_group_id })
  }, [outcome, onEnd])
  const failure = confirm.error ?? launch.error
  if (failure) {
    return (
      <Notice tone="error" action={<Link to="/classes">{t('lti.launch.classes')}</Link>}>
        {t('lti.launch.failed', { detail: detailOf(failure) })}
      </Notice>
    )
  }
  if (outcome?.state === 'confirm') {
    return <Confirm launch={outcome} email={email} onConfirm={() => confirm.mutate()} busy={confirm.isPending} />
  }
  if (outcome?.state === 'choose') return <ChooseLink ticket={ticket} launch={outcome} classGroups={classGroups} />
  if (outcome?.state === 'open' && outcome.class_group_id && outcome.can_add_students) {
    const { class_group_id: classId } = outcome
    return <AddStudents classId={classId} onGo={() => onEnd({ classId })} />
  }
  return (
    <>
      <p role="status">{t('lti.launch.opening')}</p>
      <Loading />
    </>
  )
}

interface ConfirmProps {
  launch: Extract<LtiOpened, { state: 'confirm' }>
  email: string
  onConfirm: () => void
  busy: boolean
}

function Confirm({ launch: { platform, name, course }, email, onConfirm, busy }: ConfirmProps) {
  const { t } = useTranslation('integrations')
  return (
    <div className={classes.confirm}>
      <h2>{t('lti.confirm.title')}</h2>
      <p>{name === null ? t('lti.confirm.nameless', { platform, email }) : t('lti.confirm.named', { platform, name, email })}</p>
      {course !== null && <p>{t('lti.confirm.course', { course })}</p>}
      <p>{t('lti.confirm.text')}</p>
      <div className={classes.actions}>
        <Button onClick={onConfirm} loading={busy}>
          {t('lti.confirm.action')}
        </Button>
        <Button component={Link} to="/dashboard" variant="default">
          {t('lti.confirm.leave')}
        </Button>
      </div>
    </div>
  )
}
