import { Button } from '@mantine/core'
import type { ComparisonRequestWithPassages } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatDate, formatNumber, formatTime } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { Loading } from '../../../ui/page-state/page-state.tsx'
import textClasses from '../../../ui/theme/text.module.css'
import classes from '../overlap.module.css'
import { noonOf, useAnswer, useComparisonRequest, useTakeBack } from './queries.ts'
import { nameOf, requestsAddress } from './requests.ts'

/** One request: who asks whom, about which document, and the passages that the teacher may read now. */
export function RequestScreen({ id }: { id: string }) {
  const { t, i18n } = useTranslation('overlap')
  const { data, error, isPending, refetch } = useComparisonRequest(id)
  if (isPending) return <Loading />
  if (data === undefined)
    return (
      <FailedNotice onRetry={() => void refetch()}>
        {t('requests.failed', { detail: detailOf(error) })}
      </FailedNotice>
    )
  const { document, words, part, handed_in_on, is_own, state, teacher_email, read_at } = data
  const name = nameOf(data)
  const side = is_own ? 'own' : 'theirs'
  return (
    <>
      <p className={classes.what}>
        <b>{t(`request.standing.${side}.${state}`, { name })}</b>
      </p>
      <p className={classes.what}>
        {t(`request.about.${part}`, {
          words: formatNumber(i18n, words),
          name,
          date: formatDate(i18n, noonOf(handed_in_on)),
        })}{' '}
        <Link to={`/documents/${encodeURIComponent(document.id)}/report`}>
          {[document.student_name, readableName(document)].filter((part) => part !== null).join(', ')}
        </Link>
      </p>
      <p className={classes.soft}>
        {t(`request.explained.${side}.${state}`, { name })}
        {teacher_email !== null && ` ${t('request.write', { name, email: teacher_email })}`}
        {!is_own && read_at !== null && ` ${t('request.readAt', { name, date: formatTime(i18n, read_at) })}`}
      </p>
      {is_own ? <TakeBack request={data} name={name} /> : <Answer request={data} name={name} />}
      <Passages request={data} name={name} />
      <p className={classes.soft}>{t('request.noProof')}</p>
    </>
  )
}

interface PartProps {
  request: ComparisonRequestWithPassages
  name: string
}

/** What the teacher who was asked can do now. */
function Answer({ request: { id, state }, name }: PartProps) {
  const { t } = useTranslation('overlap')
  const answer = useAnswer(id)
  const button = (to: 'agreed' | 'declined' | 'withdrawn', label: string) => (
    <Button
      variant={to === 'agreed' ? 'filled' : 'default'}
      loading={answer.isPending}
      onClick={() => answer.mutate(to)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <div className={classes.buttons}>
        {state === 'waiting' && button('agreed', t('request.agree'))}
        {state === 'waiting' && button('declined', t('request.decline'))}
        {state === 'agreed' && button('withdrawn', t('request.withdraw'))}
        {(state === 'declined' || state === 'withdrawn') && button('agreed', t('request.agreeAfterAll'))}
      </div>
      {answer.isError && (
        <Notice tone="error">{t('request.failed', { detail: detailOf(answer.error), name })}</Notice>
      )}
    </>
  )
}

/** The teacher who asked can end it while it waits or is agreed to. */
function TakeBack({ request: { id, state }, name }: PartProps) {
  const { t } = useTranslation('overlap')
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState(false)
  const takeBack = useTakeBack()
  if (state === 'declined' || state === 'withdrawn') return null
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {t('request.takeBack')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('request.takeBack.title')}
        confirm={t('request.takeBack')}
        destructive
        busy={takeBack.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() =>
          takeBack.mutate(id, {
            onSuccess: () => void navigate(requestsAddress),
            onError: () => setConfirming(false),
          })
        }
      >
        {t('request.takeBack.text', { name })}
      </ConfirmDialog>
      {takeBack.isError && (
        <Notice tone="error">{t('request.failed', { detail: detailOf(takeBack.error), name })}</Notice>
      )}
    </div>
  )
}

/** Each passage as it stands in both documents, or in the teacher's own while nobody has agreed. */
function Passages({ request: { passages }, name }: PartProps) {
  const { t, i18n } = useTranslation('overlap')
  if (passages.length === 0) return null
  const number = (value: number) => formatNumber(i18n, value)
  return (
    <ol className={classes.passages} aria-label={t('request.passages')}>
      {passages.map(({ words, own, other }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: passages have no identity but their place, and are never reordered.
        <li key={nth}>
          <h2 className={classes.subtitle}>
            {t('request.passage', {
              number: number(nth + 1),
              total: number(passages.length),
              count: words,
              words: number(words),
            })}
          </h2>
          <div className={classes.passageSides}>
            {own !== null && <Side title={t('request.side.own')} text={own} />}
            {other !== null && <Side title={t('request.side.other', { name })} text={other} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <figure className={classes.passageSide}>
      <figcaption className={textClasses.small}>{title}</figcaption>
      <blockquote translate="no">{text}</blockquote>
    </figure>
  )
}
