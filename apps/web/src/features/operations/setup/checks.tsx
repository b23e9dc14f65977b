import { Button } from '@mantine/core'
import { type PlanId, planWordLimit, type SetupChecks } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatBytes, formatDate, formatNumber } from '../../../lib/format/format.ts'
import { Badge, type Tone } from '../../../ui/badge/badge.tsx'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { Loading } from '../../../ui/page-state/page-state.tsx'
import {
  type MeasuredChecks,
  useAddSamples,
  useChecks,
  useFinish,
  useReviewers,
  useTestEmail,
} from './queries.ts'
import classes from './setup.module.css'

/** What the installation still needs, for its administrator. */
export function SetupChecksScreen() {
  const { t } = useTranslation('welcome')
  const checks = useChecks()
  if (checks.isPending) return <Loading region="page" />
  if (!checks.data)
    return (
      <FailedNotice onRetry={() => void checks.refetch()}>
        {t('failed', { detail: detailOf(checks.error) })}
      </FailedNotice>
    )
  const { data } = checks
  return (
    <>
      <section aria-label={t('checks.title')}>
        <SectionHeader
          title={t('checks.title')}
          actions={
            <Button variant="default" loading={checks.isFetching} onClick={() => void checks.refetch()}>
              {t('checks.again')}
            </Button>
          }
        />
        <p className={classes.soft}>{t('checks.lead')}</p>
        <ul className={classes.checks}>
          <Address data={data} />
          <Email data={data} />
          <Plans data={data} />
          <Disk data={data} />
          <Clock data={data} />
          <SetupCheck title={t('files.title')} status={data.encrypts_files ? 'good' : 'optional'}>
            {t(data.encrypts_files ? 'files.good' : 'files.open')}
          </SetupCheck>
          <SetupCheck title={t('backup.title')} status="yours">
            {t('backup.text')}
            <Command>npm run backup -- --to /mnt/safe</Command>
          </SetupCheck>
          <Appeals />
          <Samples data={data} />
        </ul>
      </section>
      <Finish data={data} />
    </>
  )
}

function Address({ data }: { data: MeasuredChecks }) {
  const { t } = useTranslation('welcome')
  const { code, status } = checkAddress(window.location.origin, data.public_url)
  return (
    <SetupCheck title={t('address.title')} status={status}>
      {t(`address.${code}`, { address: data.public_url, here: window.location.origin })}
    </SetupCheck>
  )
}

function Email({ data: { email: settings } }: { data: MeasuredChecks }) {
  const { t } = useTranslation('welcome')
  const { send, error, isSending, email } = useTestEmail()
  const hasServer = settings.sent_by === 'smtp'
  const { recipient, sender } = settings
  const before = hasServer
    ? ({ status: 'check', text: t('email.untested', { sender }) } as const)
    : ({ status: 'problem', text: t('email.outbox') } as const)
  const result = () => {
    if (error) return { status: 'problem', text: t('email.notAsked', { detail: detailOf(error) }) } as const
    if (email === null) return before
    if (email.state === 'sent')
      return hasServer
        ? ({ status: 'good', text: t('email.sent', { recipient }) } as const)
        : ({ status: 'problem', text: `${t('email.filed', { recipient })} ${before.text}` } as const)
    if (email.fault === null) return { status: 'running', text: t('email.waiting') } as const
    return {
      status: 'problem',
      text: t(email.state === 'failed' ? 'email.failed' : 'email.refused', { fault: email.fault }),
    } as const
  }
  const { status, text } = result()
  return (
    <SetupCheck
      title={t('email.title')}
      status={status}
      action={
        <Button variant="default" loading={isSending} disabled={recipient === null} onClick={send}>
          {t(email === null ? 'email.send' : 'email.sendAgain')}
        </Button>
      }
    >
      {text}
    </SetupCheck>
  )
}

function Plans({ data: { plans } }: { data: MeasuredChecks }) {
  const { t, i18n } = useTranslation('welcome')
  const wordsOn = (plan: PlanId) => formatNumber(i18n, planWordLimit[plan] ?? 0)
  return (
    <SetupCheck title={t('plans.title')} status={plans === 'free' ? 'check' : 'good'}>
      {t(`plans.${plans}`, { free: wordsOn('FREE'), pro: wordsOn('PRO') })}
    </SetupCheck>
  )
}

function Disk({ data: { disk } }: { data: MeasuredChecks }) {
  const { t, i18n } = useTranslation('welcome')
  const { code, status } = checkDisk(disk)
  const values = disk
    ? { free: formatBytes(i18n, disk.free_bytes), total: formatBytes(i18n, disk.total_bytes) }
    : {}
  return (
    <SetupCheck title={t('disk.title')} status={status}>
      {t(`disk.${code}`, values)}
    </SetupCheck>
  )
}

function Clock({ data: { clockAheadMs } }: { data: MeasuredChecks }) {
  const { t } = useTranslation('welcome')
  const { code, status, seconds } = checkClock(clockAheadMs)
  return (
    <SetupCheck title={t('clock.title')} status={status}>
      {t(`clock.${code}`, { count: seconds })}
    </SetupCheck>
  )
}

/** Somebody other than the teacher has to hear an appeal, so the installation needs two people. */
function Appeals() {
  const { t } = useTranslation('welcome')
  const { data: reviewers, isPending } = useReviewers()
  const count = reviewers?.length ?? 0
  return (
    <SetupCheck
      title={t('appeals.title')}
      status={isPending ? 'running' : count === 0 ? 'check' : 'good'}
      action={
        <Button component={Link} to="/admin/cases" variant="default">
          {t('appeals.action')}
        </Button>
      }
    >
      {count === 0 ? t('appeals.none') : t('appeals.some', { count })}
    </SetupCheck>
  )
}

function Samples({ data: { has_samples } }: { data: MeasuredChecks }) {
  const { t } = useTranslation('welcome')
  const { mutate, isPending, error } = useAddSamples()
  return (
    <SetupCheck
      title={t('samples.title')}
      status={has_samples ? 'good' : 'optional'}
      action={
        !has_samples && (
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            {t('samples.add')}
          </Button>
        )
      }
    >
      {error
        ? t('samples.failed', { detail: detailOf(error) })
        : t(has_samples ? 'samples.some' : 'samples.none')}
    </SetupCheck>
  )
}

function Finish({ data: { finished_at } }: { data: MeasuredChecks }) {
  const { t, i18n } = useTranslation('welcome')
  const { mutate, isPending, error } = useFinish()
  return (
    <div className={classes.finish}>
      <p className={classes.soft}>
        {finished_at === null ? t('finish.text') : t('finish.done', { date: formatDate(i18n, finished_at) })}
      </p>
      {error && <Notice tone="error">{t('finish.failed', { detail: detailOf(error) })}</Notice>}
      <div className={classes.actions}>
        {finished_at === null && (
          <Button size="md" loading={isPending} onClick={() => mutate()}>
            {t('finish.action')}
          </Button>
        )}
        {finished_at !== null && (
          <Button size="md" component={Link} to="/dashboard">
            {t('finish.work')}
          </Button>
        )}
        <Button size="md" variant="default" component={Link} to="/admin">
          {t('finish.admin')}
        </Button>
      </div>
    </div>
  )
}

interface CheckResult<Code extends string> {
  code: Code
  status: CheckStatus
}

const isLocalhost = ({ hostname }: URL) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Compares the configured address with the one in the browser. */
function checkAddress(here: string, publicUrl: string): CheckResult<'good' | 'local' | 'differs' | 'plain'> {
  const address = new URL(publicUrl)
  if (address.origin !== here) return { code: 'differs', status: 'problem' }
  if (isLocalhost(address)) return { code: 'local', status: 'check' }
  return address.protocol === 'https:'
    ? { code: 'good', status: 'good' }
    : { code: 'plain', status: 'problem' }
}

const minFreeBytes = 5 * 1_024 ** 3
const minFreeShare = 0.1

function checkDisk(disk: SetupChecks['disk']): CheckResult<'good' | 'low' | 'unknown'> {
  if (disk === null) return { code: 'unknown', status: 'check' }
  const isLow = disk.free_bytes < Math.max(minFreeBytes, disk.total_bytes * minFreeShare)
  return isLow ? { code: 'low', status: 'problem' } : { code: 'good', status: 'good' }
}

/**
 * A two-factor code is valid for half a minute before and after its own; this leaves part of that to the
 * phone's clock.
 */
const toleratedSeconds = 10

function checkClock(aheadMs: number): CheckResult<'good' | 'off'> & { seconds: number } {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  return seconds > toleratedSeconds
    ? { code: 'off', status: 'problem', seconds }
    : { code: 'good', status: 'good', seconds }
}

/**
 * The statuses are also keys of `status.` in the namespace `welcome`; `check` asks the administrator to look
 * themselves.
 */
const tones = {
  good: 'success',
  check: 'warning',
  problem: 'error',
  optional: 'neutral',
  yours: 'info',
  running: 'info',
} as const satisfies Record<string, Tone>

type CheckStatus = keyof typeof tones

interface SetupCheckProps {
  title: string
  status: CheckStatus
  children: ReactNode
  action?: ReactNode
}

/** One check of the list: what was checked, the result, and what to do. */
function SetupCheck({ title, status, children, action }: SetupCheckProps) {
  const { t } = useTranslation('welcome')
  return (
    <li className={classes.check}>
      <div className={classes.name}>
        <h3 className={classes.checkTitle}>{title}</h3>
        <Badge tone={tones[status]} busy={status === 'running'}>
          {t(`status.${status}`)}
        </Badge>
      </div>
      <div className={classes.words} role="status">
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </li>
  )
}

/** A command for the server's console. */
function Command({ children }: { children: string }) {
  return <code className={classes.command}>{children}</code>
}
