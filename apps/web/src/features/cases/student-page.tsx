import { Button, Checkbox, CopyButton, Flex, NativeSelect, Textarea, TextInput } from '@mantine/core'
import {
  type Case,
  type PlainFact,
  type ReplyFile,
  type StudentLink,
  type StudentPage,
  type StudentReply,
  studentLanguages,
  studentLinkDays,
  studentPageLimits,
} from '@penmark/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { formatBytes, formatDate, formatNumber, formatTime } from '../../lib/format/format.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { LinkReach } from '../../ui/notice/link-reach.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import rows from '../../ui/row-list/row-list.module.css'
import layout from '../../ui/theme/layout.module.css'
import textClasses from '../../ui/theme/text.module.css'
import { replyAnchor } from './case-parts.tsx'
import classes from './cases.module.css'
import {
  linkStateOf,
  pageLanguageOf,
  useCopyLink,
  useCreateLink,
  useExtendLink,
  useKnownAddress,
  usePreview,
  useReplyFile,
  useStudentPage,
  useWithdrawLink,
} from './queries.ts'

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
      {page.link && <LinkState record={record} page={page} link={page.link} />}
      {hasQuestion ? <CreateLink caseId={record.id} page={page} /> : <p>{t('page.askFirst')}</p>}
    </>
  )
}

function LinkState({ record, page, link }: { record: Case; page: StudentPage; link: StudentLink }) {
  const { t, i18n } = useTranslation('cases')
  const caseId = record.id
  const copy = useCopyLink(caseId)
  const address = useKnownAddress(caseId)
  const [isConfirming, setConfirming] = useState(false)
  const extend = useExtendLink(caseId)
  const withdraw = useWithdrawLink(caseId)
  const state = linkStateOf(link)
  const isOpen = state !== 'answered' && state !== 'withdrawn'
  const failure = copy.error ?? extend.error ?? withdraw.error
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
      {link.emailed_at !== null && (
        <p className={textClasses.small}>
          {page.delivers_email
            ? t('page.emailed', { time: formatTime(i18n, link.emailed_at) })
            : t('page.notDelivered')}
        </p>
      )}
      {isOpen && page.has_draft && <p className={textClasses.small}>{t('page.draft')}</p>}
      {failure && <Notice tone="error">{t('failed', { detail: detailOf(failure) })}</Notice>}
      {isOpen && (
        <div className={layout.buttons}>
          {link.can_be_copied && (
            <Button onClick={() => copy.mutate()} loading={copy.isPending}>
              <span aria-live="polite">{t(copy.data ? 'page.copied' : 'page.copy')}</span>
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => extend.mutate(studentPageLimits.usualDays)}
            loading={extend.isPending}
          >
            {t('page.extend', { count: studentPageLimits.usualDays })}
          </Button>
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t('page.withdraw')}
          </Button>
        </div>
      )}
      {address !== null && link.can_be_copied && <Address url={address} record={record} link={link} />}
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

function CreateLink({ caseId, page }: { caseId: string; page: StudentPage }) {
  const { t, i18n } = useTranslation('cases')
  const [language, setLanguage] = useState(pageLanguageOf(i18n.language))
  const [days, setDays] = useState<number>(studentPageLimits.usualDays)
  const [isEmailed, setEmailed] = useState(false)
  const create = useCreateLink(caseId)
  const preview = usePreview(caseId)
  const failure = create.error ?? preview.error
  const isLive = page.link !== null && ['waiting', 'opened'].includes(linkStateOf(page.link))
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ language, days, send_email: isEmailed })
      }}
    >
      <p>{t(isLive ? 'page.again' : 'page.text')}</p>
      <NativeSelect
        label={t('page.language')}
        value={language}
        onChange={({ currentTarget }) =>
          setLanguage(studentLanguages.find((offered) => offered === currentTarget.value) ?? language)
        }
        data={studentLanguages.map((offered) => ({ value: offered, label: t(`page.language.${offered}`) }))}
      />
      <NativeSelect
        label={t('page.days')}
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        data={studentLinkDays.map((count) => ({ value: String(count), label: t('page.daysOf', { count }) }))}
      />
      <Checkbox
        label={page.email === null ? t('page.noEmail') : t('page.email', { email: page.email })}
        description={page.delivers_email ? undefined : t('page.noServer')}
        disabled={page.email === null}
        checked={isEmailed}
        onChange={({ currentTarget }) => setEmailed(currentTarget.checked)}
      />
      {failure && <Notice tone="error">{t('failed', { detail: detailOf(failure) })}</Notice>}
      <div className={layout.buttons}>
        <Button type="submit" variant={page.link === null ? 'filled' : 'default'} loading={create.isPending}>
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
          <span className={textClasses.small}>
            {t('page.preview.note', { count: studentPageLimits.previewMinutes })}
          </span>
        </p>
      )}
    </form>
  )
}

/** The address of the open link, and a message with it that is ready to send. */
function Address({ url, record, link }: { url: string; record: Case; link: StudentLink }) {
  const { t, i18n } = useTranslation('cases')
  const message = t('page.message.text', {
    name: record.student_name,
    title: record.documents[0]?.filename ?? '',
    date: formatDate(i18n, link.expires_at),
    url,
  })
  return (
    <Flex direction="column" gap="sm" mt="md">
      <LinkReach url={url} />
      <TextInput label={t('page.address')} description={t('page.address.note')} value={url} readOnly />
      <Textarea label={t('page.message')} value={message} readOnly autosize />
      <CopyButton value={message}>
        {({ copied, copy }) => (
          <Button variant="light" onClick={copy}>
            <span aria-live="polite">{t(copied ? 'page.message.copied' : 'page.message.copy')}</span>
          </Button>
        )}
      </CopyButton>
    </Flex>
  )
}

/**
 * Shows facts of a file as the report does. The page passes it in, because features do not import each other.
 */
export type RenderFacts = (facts: readonly PlainFact[], filename: string) => ReactNode

interface ReplyProps {
  reply: StudentReply
  download: Pick<ReturnType<typeof useReplyFile>, 'mutate' | 'error'>
  renderFacts: RenderFacts
}

/** A reply or an appeal as the student handed it in. */
export function Reply({ reply, download, renderFacts }: ReplyProps) {
  const { t, i18n } = useTranslation('cases')
  const title = t(reply.is_appeal ? 'page.appeal' : 'page.reply', {
    time: formatTime(i18n, reply.handed_in_at),
  })
  return (
    <section id={replyAnchor(reply.id)} className={classes.panel} aria-label={title}>
      <h3 className={classes.panelTitle}>{title}</h3>
      {reply.answers.map(({ entry_id, question, text }) => (
        <div key={entry_id}>
          <Asked question={question} />
          <p className={classes.entryText}>{text || t('page.noAnswer')}</p>
        </div>
      ))}
      {reply.text && <p className={classes.entryText}>{reply.text}</p>}
      {download.error && <Notice tone="error">{detailOf(download.error)}</Notice>}
      {reply.files.length > 0 && (
        <>
          <p className={textClasses.small}>{t('page.files')}</p>
          <ul className={rows.list}>
            {reply.files.map((file) => (
              <li key={file.id} className={rows.row}>
                <span className={rows.text}>
                  {file.filename}{' '}
                  <span className={textClasses.small}>{formatBytes(i18n, file.size_bytes)}</span>
                </span>
                <Button
                  variant="default"
                  aria-label={t('page.downloadNamed', { filename: file.filename })}
                  onClick={() => download.mutate({ file_id: file.id, filename: file.filename })}
                >
                  {t('page.download')}
                </Button>
                <div className={classes.below}>
                  <ReplyFileCheck file={file} renderFacts={renderFacts} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** What was asked at once; of several questions a list, as on the student's page. */
function Asked({ question }: { question: string }) {
  const lines = question.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2)
    return (
      <p className={classes.entryText}>
        <strong>{question}</strong>
      </p>
    )
  return (
    <ul className={classes.asked}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** What a file of a reply says about itself, or why it was not read. */
function ReplyFileCheck({
  file: { filename, check },
  renderFacts,
}: {
  file: ReplyFile
  renderFacts: RenderFacts
}) {
  const { t, i18n } = useTranslation('cases')
  const { state, reason, words, page_count, facts } = check
  if (state === 'waiting')
    return (
      <p className={textClasses.small} role="status">
        {t('page.check.waiting')}
      </p>
    )
  if (state === 'unread') return <p className={textClasses.small}>{t(`page.unread.${reason ?? 'failed'}`)}</p>
  const count = (key: 'page.check.words' | 'page.check.pages', counted: number | null) =>
    counted === null ? [] : [t(key, { count: counted, shown: formatNumber(i18n, counted) })]
  const size = [...count('page.check.words', words), ...count('page.check.pages', page_count)].join(' · ')
  if (facts.length === 0)
    return (
      <p className={textClasses.small}>
        {size} · {t('page.check.none')}
      </p>
    )
  return (
    <details>
      <summary aria-label={t('page.check', { filename })}>
        {t('page.check.title')} <span className={textClasses.small}>{size}</span>
      </summary>
      {renderFacts(facts, filename)}
    </details>
  )
}
