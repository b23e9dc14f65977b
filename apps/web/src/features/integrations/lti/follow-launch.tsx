import { Button } from '@mantine/core'
import type { LtiOpened } from '@penmark/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { Loading } from '../../../ui/loading/loading.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { AddStudents } from './add-students.tsx'
import classes from './lti.module.css'
import { useConfirmLaunch, useLaunch } from './use-lti.ts'

interface FollowLaunchProps {
  ticket: string
  /** Of whoever is signed in here. */
  email: string
  /** Null for a launch from no course. */
  onOpen: (classId: string | null) => void
}

/** Follows a launch into its class. An account that comes for the first time is joined only when its teacher says so. */
export function FollowLaunch({ ticket, email, onOpen }: FollowLaunchProps) {
  const { t } = useTranslation('integrations')
  const launch = useLaunch(ticket)
  const confirm = useConfirmLaunch(ticket)
  const outcome = confirm.data ?? launch.data
  const opened = outcome?.state === 'open' ? outcome : null
  useEffect(() => {
    if (opened && !opened.can_add_students) onOpen(opened.class_group_id)
  }, [opened, onOpen])
  const failure = confirm.error ?? launch.error
  if (failure) {
    return (
      <Notice tone="error" action={<Link to="/classes">{t('lti.launch.classes')}</Link>}>
        {t('lti.launch.failed', { detail: detailOf(failure) })}
      </Notice>
    )
  }
  if (opened?.class_group_id && opened.can_add_students) {
    const { class_group_id } = opened
    return <AddStudents classId={class_group_id} onGo={() => onOpen(class_group_id)} />
  }
  if (outcome?.state === 'confirm') {
    return <Confirm asked={outcome} email={email} onConfirm={() => confirm.mutate()} busy={confirm.isPending} />
  }
  return (
    <>
      <p role="status">{t('lti.launch.opening')}</p>
      <Loading />
    </>
  )
}

interface ConfirmProps {
  asked: Extract<LtiOpened, { state: 'confirm' }>
  email: string
  onConfirm: () => void
  busy: boolean
}

function Confirm({ asked: { platform, name, course }, email, onConfirm, busy }: ConfirmProps) {
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
