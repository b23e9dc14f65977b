import { Button } from '@mantine/core'
import type { PlainFact, ReplyFile, StudentReply } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { formatBytes, formatNumber, formatTime } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import rows from '../../ui/row-list/row-list.module.css'
import classes from './cases.module.css'
import type { useReplyFile } from './queries.ts'

/** Shows facts of a file as the report does. The page passes it in, because features do not know each other. */
export type RenderFacts = (facts: readonly PlainFact[]) => ReactNode

interface ReplyProps {
  reply: StudentReply
  download: Pick<ReturnType<typeof useReplyFile>, 'mutate' | 'error'>
  renderFacts: RenderFacts
}

/** A reply or an appeal as the student handed it in. */
export function Reply({ reply, download, renderFacts }: ReplyProps) {
  const { t, i18n } = useTranslation('cases')
  const title = t(reply.is_appeal ? 'page.appeal' : 'page.reply', { time: formatTime(i18n, reply.handed_in_at) })
  return (
    <section className={classes.panel} aria-label={title}>
      <h3 className={classes.panelTitle}>{title}</h3>
      {reply.answers.map(({ entry_id, question, text }) => (
        <div key={entry_id}>
          <p className={classes.entryText}>
            <strong>{question}</strong>
          </p>
          <p className={classes.entryText}>{text || t('page.noAnswer')}</p>
        </div>
      ))}
      {reply.text && <p className={classes.entryText}>{reply.text}</p>}
      {download.error && <Notice tone="error">{detailOf(download.error)}</Notice>}
      {reply.files.length > 0 && (
        <>
          <p className={classes.soft}>{t('page.files')}</p>
          <ul className={rows.list}>
            {reply.files.map((file) => (
              <li key={file.id} className={rows.row}>
                <span className={rows.words}>
                  {file.filename} <span className={classes.soft}>{formatBytes(i18n, file.size_bytes)}</span>
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

/** What a file of a reply says about itself, or why it was not read. */
function ReplyFileCheck({ file: { filename, check }, renderFacts }: { file: ReplyFile; renderFacts: RenderFacts }) {
  const { t, i18n } = useTranslation('cases')
  const { state, reason, words, page_count, facts } = check
  if (state === 'waiting')
    return (
      <p className={classes.soft} role="status">
        {t('page.check.waiting')}
      </p>
    )
  if (state === 'unread') return <p className={classes.soft}>{t(`page.unread.${reason ?? 'failed'}`)}</p>
  const count = (key: 'page.check.words' | 'page.check.pages', counted: number | null) =>
    counted === null ? [] : [t(key, { count: counted, shown: formatNumber(i18n, counted) })]
  const size = [...count('page.check.words', words), ...count('page.check.pages', page_count)].join(' · ')
  if (facts.length === 0)
    return (
      <p className={classes.soft}>
        {size} · {t('page.check.none')}
      </p>
    )
  return (
    <details className={classes.check}>
      <summary aria-label={t('page.check', { filename })}>
        {t('page.check.title')} <span className={classes.soft}>{size}</span>
      </summary>
      {renderFacts(facts)}
    </details>
  )
}
