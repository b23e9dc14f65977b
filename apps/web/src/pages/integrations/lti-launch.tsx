import { Button } from '@mantine/core'
import { type ClassGroup, type LtiOpened, ltiRefusals } from '@penmark/contract'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useClassGroups } from '../../features/classes/class-groups/queries.ts'
import { AddStudents } from '../../features/integrations/lti/add-students.tsx'
import { ChooseLink } from '../../features/integrations/lti/choose-link.tsx'
import classes from '../../features/integrations/lti/lti.module.css'
import { useConfirmLaunch, useLaunch } from '../../features/integrations/lti/use-lti.ts'
import { classAddress, classListAddress } from '../../lib/addresses/addresses.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { useSession } from '../../lib/session/session.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import { PublicFrame } from '../../ui/public-frame/public-frame.tsx'
import layout from '../../ui/theme/layout.module.css'

function addressOf(target: LaunchTarget): string {
  if ('documentId' in target) return `/documents/${encodeURIComponent(target.documentId)}/report`
  if ('taskId' in target) return `/writing/${encodeURIComponent(target.taskId)}`
  return target.classId === null ? classListAddress : classAddress(target.classId)
}

/** The page that a launch from a learning platform reaches after sign-in. */
export function LtiLaunchPage() {
  const { t } = useTranslation('integrations')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { user } = useSession()
  const classGroups = useClassGroups().data ?? []
  const onEnd = useCallback(
    (target: LaunchTarget) => void navigate(addressOf(target), { replace: true }),
    [navigate],
  )
  return (
    <>
      <PageHeader title={t('lti.launch.title')} />
      <FollowLaunch
        ticket={search.get('ticket') ?? ''}
        email={user?.email ?? ''}
        classGroups={classGroups}
        onEnd={onEnd}
      />
    </>
  )
}

/** The target of a launch. */
type LaunchTarget = { classId: string | null } | { documentId: string } | { taskId: string }

interface FollowLaunchProps {
  ticket: string
  /** Of the signed-in teacher. */
  email: string
  /** Their classes, for a launch that asks which one to link to. */
  classGroups: ClassGroup[]
  onEnd: (target: LaunchTarget) => void
}

/**
 * Follows a launch to its class, report, writing task or choice. A new platform account is linked only after
 * its teacher confirms.
 */
function FollowLaunch({ ticket, email, classGroups, onEnd }: FollowLaunchProps) {
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
    return (
      <ConfirmLink
        launch={outcome}
        email={email}
        onConfirm={() => confirm.mutate()}
        busy={confirm.isPending}
      />
    )
  }
  if (outcome?.state === 'choose')
    return <ChooseLink ticket={ticket} launch={outcome} classGroups={classGroups} />
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

interface ConfirmLinkProps {
  launch: Extract<LtiOpened, { state: 'confirm' }>
  email: string
  onConfirm: () => void
  busy: boolean
}

function ConfirmLink({ launch: { platform, name, course }, email, onConfirm, busy }: ConfirmLinkProps) {
  const { t } = useTranslation('integrations')
  return (
    <div className={classes.confirm}>
      <h2>{t('lti.confirm.title')}</h2>
      <p>
        {name === null
          ? t('lti.confirm.nameless', { platform, email })
          : t('lti.confirm.named', { platform, name, email })}
      </p>
      {course !== null && <p>{t('lti.confirm.course', { course })}</p>}
      <p>{t('lti.confirm.text')}</p>
      <div className={layout.row}>
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

/** Why a launch from a learning platform was refused. It needs no sign-in. */
export function LtiRefusedPage() {
  const { t } = useTranslation('integrations')
  const [search] = useSearchParams()
  const reason = ltiRefusals.find((refusal) => refusal === search.get('reason')) ?? 'unknown'
  return (
    <PublicFrame title={t('lti.refused.title')} lead={t('lti.refused.lead')}>
      <p>
        <strong>{t('lti.refused.reason')}:</strong> {t(`lti.refused.${reason}`)}
      </p>
    </PublicFrame>
  )
}
