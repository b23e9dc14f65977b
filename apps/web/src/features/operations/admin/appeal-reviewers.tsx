import { Button, TextInput } from '@mantine/core'
import { type AppealReviewer, caseAppealRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import rows from '../../../ui/row-list/row-list.module.css'
import cells from '../../../ui/table/cells.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from './admin.module.css'

const key = ['admin', 'appeal-reviewers']
const nameOf = ({ name, email, teacher_id }: AppealReviewer) => name ?? email ?? teacher_id

/** The people to whom appeals of students go. */
export function AppealReviewers() {
  const { t } = useTranslation('admin')
  const { data, isError, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(caseAppealRoutes.listAppealReviewers, {}, { signal }),
  })
  return (
    <section className={classes.reviewers} aria-label={t('cases.reviewers')}>
      <SectionHeader title={t('cases.reviewers')} />
      <p className={classes.figuresNote}>{t('cases.reviewers.lead')}</p>
      {isError && !data && (
        <FailedNotice onRetry={() => void refetch()}>
          {t('failed.load', { detail: detailOf(error) })}
        </FailedNotice>
      )}
      {data && <Reviewers reviewers={data} />}
      {data && <AddReviewer />}
    </section>
  )
}

/** Shows the returned reviewers at once. */
function useReviewerChange<Input>(mutationFn: (input: Input) => Promise<AppealReviewer[]>, done: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (reviewers) => {
      queryClient.setQueryData(key, reviewers)
      toast.success(done)
    },
  })
}

function Reviewers({ reviewers }: { reviewers: AppealReviewer[] }) {
  const { t } = useTranslation('admin')
  const [removing, setRemoving] = useState<AppealReviewer | null>(null)
  const remove = useReviewerChange(
    (teacher_id: string) => call(caseAppealRoutes.removeAppealReviewer, { teacher_id }),
    t('cases.reviewers.removed'),
  )
  return (
    <>
      {reviewers.length === 0 && <Notice tone="warning">{t('cases.reviewers.none')}</Notice>}
      {reviewers.length > 0 && (
        <ul className={`${rows.list} ${classes.reviewerList}`}>
          {reviewers.map((reviewer) => (
            <li key={reviewer.teacher_id} className={rows.row}>
              <span className={rows.text}>
                <strong>{nameOf(reviewer)}</strong>
                <span className={cells.muted}>
                  {[
                    reviewer.name !== null && reviewer.email,
                    t('cases.reviewers.open', { count: reviewer.open_appeals }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <Button
                variant="default"
                aria-label={t('cases.reviewers.removeNamed', { name: nameOf(reviewer) })}
                onClick={() => setRemoving(reviewer)}
              >
                {t('cases.reviewers.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {reviewers.length === 1 && <Notice tone="info">{t('cases.reviewers.one')}</Notice>}
      {remove.error && (
        <Notice tone="error">{t('cases.reviewers.failed', { detail: detailOf(remove.error) })}</Notice>
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={t('cases.reviewers.remove.title')}
        confirm={t('cases.reviewers.remove')}
        busy={remove.isPending}
        onConfirm={() =>
          removing && remove.mutate(removing.teacher_id, { onSettled: () => setRemoving(null) })
        }
        onClose={() => setRemoving(null)}
      >
        <p>{t('cases.reviewers.remove.text', { name: removing ? nameOf(removing) : '' })}</p>
      </ConfirmDialog>
    </>
  )
}

function AddReviewer() {
  const { t } = useTranslation('admin')
  const [email, setEmail] = useState('')
  const add = useReviewerChange(
    (address: string) => call(caseAppealRoutes.addAppealReviewer, { email: address }),
    t('cases.reviewers.added'),
  )
  return (
    <form
      className={classes.policy}
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(email, { onSuccess: () => setEmail('') })
      }}
    >
      <TextInput
        type="email"
        label={t('cases.reviewers.email')}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      {add.error && (
        <Notice tone="error">{t('cases.reviewers.failed', { detail: detailOf(add.error) })}</Notice>
      )}
      <Button type="submit" variant="default" disabled={email.trim() === ''} loading={add.isPending}>
        {t('cases.reviewers.add')}
      </Button>
    </form>
  )
}
