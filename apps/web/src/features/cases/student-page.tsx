import { Button, Checkbox, CopyButton, NativeSelect, TextInput } from '@mantine/core'
import { type Case, type StudentLink, type StudentPage, studentLanguages, studentLinkDays, studentPageLimits } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { formatTime } from '../../lib/format/format.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './cases.module.css'
import { linkStateOf, useExtendLink, useMakeLink, usePreview, useReplyFile, useStudentPage, useWithdrawLink } from './queries.ts'
import { type RenderFacts, Reply } from './reply.tsx'

/** A private page on which the student answers, and what they handed in there. */
export function StudentPagePanel({ record, renderFacts }: { record: Case; renderFacts: RenderFacts }) {
  const { t } = useTranslation('cases')
  const download = useReplyFile(record.id)
  const { data: page, error } = useStudentPage(record.id)
  if (error) return <Notice tone="error">{t('list.failed', { detail: detailOf(error) })}</Notice>
  if (!page) return <Loading region="page" />
  const hasQuestion = record.entries.some(({ kind }) => kind === 'asked')
  return (
    <>
      {page.replies.map((reply) => (
        <Reply key={reply.id} reply={reply} download={download} renderFacts={renderFacts} />
      ))}
      {page.link && <LinkState caseId={record.id} link={page.link} hasDraft={page.has_draft} />}
      {hasQuestion ? <MakeLink caseId={record.id} page={page} /> : <p>{t('page.askFirst')}</p>}
    </>
  )
}

function LinkState({ caseId, link, hasDraft }: { caseId: string; link: StudentLink; hasDraft: boolean }) {
  const { t, i18n } = useTranslation('cases')
  const [isConfirming, setConfirming] = useState(false)
  const extend = useExtendLink(caseId)
  const withdraw = useWithdrawLink(caseId)
  const state = linkStateOf(link)
  const isOpen = state !== 'answered' && state !== 'withdrawn'
  const failure = extend.error ?? withdraw.error
  const times = {
    expires: formatTime(i18n, link.expires_at),
    opened: link.opened_at === null ? '' : formatTime(i18n, link.opened_at),
    answered: link.answered_at === null ? '' : formatTime(i18n, link.answered_at),
    withdrawn: link.revoked_at === null ? '' : formatTime(i18n, link.revoked_at),
  }
  return (
    <div className={classes.panel}>
      <p role="status">
        <strong>{t(`page.state.${state}`, times)}</strong>
      </p>
      {link.emailed_at !== null && <p className={classes.soft}>{t('page.emailed', { time: formatTime(i18n, link.emailed_at) })}</p>}
      {isOpen && hasDraft && <p className={classes.soft}>{t('page.draft')}</p>}
      {failure && <Notice tone="error">{t('failed', { detail: detailOf(failure) })}</Notice>}
      {isOpen && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => extend.mutate(studentPageLimits.usualDays)} loading={extend.isPending}>
            {t('page.extend', { count: studentPageLimits.usualDays })}
          </Button>
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t('page.withdraw')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={t('page.withdraw.title')}
        confirm={t('page.withdraw.do')}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(undefined, { onSettled: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      >
        <p>{t('page.withdraw.text')}</p>
      </ConfirmDialog>
    </div>
  )
}

function MakeLink({ caseId, page }: { caseId: string; page: StudentPage }) {
  const { t, i18n } = useTranslation('cases')
  const [language, setLanguage] = useState(studentLanguages.find((each) => each === i18n.language) ?? 'en-GB')
  const [days, setDays] = useState<number>(studentPageLimits.usualDays)
  const [isEmailed, setEmailed] = useState(false)
  const make = useMakeLink(caseId)
  const preview = usePreview(caseId)
  const failure = make.error ?? preview.error
  const isLive = page.link !== null && ['waiting', 'opened'].includes(linkStateOf(page.link))
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate({ language, days, send_email: isEmailed })
      }}
    >
      <p>{t(isLive ? 'page.again' : 'page.text')}</p>
      <NativeSelect
        label={t('page.language')}
        value={language}
        onChange={({ currentTarget }) => setLanguage(studentLanguages.find((each) => each === currentTarget.value) ?? language)}
        data={studentLanguages.map((each) => ({ value: each, label: t(`page.language.${each}`) }))}
      />
      <NativeSelect
        label={t('page.days')}
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        data={studentLinkDays.map((each) => ({ value: String(each), label: t('page.daysOf', { count: each }) }))}
      />
      <Checkbox
        label={page.email === null ? t('page.noEmail') : t('page.email', { email: page.email })}
        disabled={page.email === null}
        checked={isEmailed}
        onChange={({ currentTarget }) => setEmailed(currentTarget.checked)}
      />
      {failure && <Notice tone="error">{t('failed', { detail: detailOf(failure) })}</Notice>}
      <div className={classes.buttons}>
        <Button type="submit" variant={page.link === null ? 'filled' : 'default'} loading={make.isPending}>
          {t(page.link === null ? 'page.make' : 'page.makeNew')}
        </Button>
        <Button variant="default" onClick={() => preview.mutate(language)} loading={preview.isPending}>
          {t('page.preview')}
        </Button>
      </div>
      {preview.data && (
        <p>
          <a href={preview.data.url} target="_blank" rel="noreferrer">
            {t('page.preview.open')}
          </a>{' '}
          <span className={classes.soft}>{t('page.preview.note', { count: studentPageLimits.previewMinutes })}</span>
        </p>
      )}
      {make.data && <Address url={make.data.url} />}
    </form>
  )
}

/** The address, which is shown once. */
function Address({ url }: { url: string }) {
  const { t } = useTranslation('cases')
  return (
    <div className={classes.form}>
      <TextInput label={t('page.address')} description={t('page.address.note')} value={url} readOnly />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="light" onClick={copy}>
            <span aria-live="polite">{t(copied ? 'page.copied' : 'page.copy')}</span>
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
