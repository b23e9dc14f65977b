import { Button, CopyButton } from '@mantine/core'
import type { CreatedWritingLinks, WritingTask } from '@penmark/contract'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/browser/browser.ts'
import { csvOf } from '../../../lib/csv/csv.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import rows from '../../../ui/row-list/row-list.module.css'
import classes from './tasks.module.css'

const Slips = lazy(() => import('./slips.tsx'))

interface CreatedLinksProps {
  task: WritingTask
  links: CreatedWritingLinks['links']
  onDone: () => void
}

/** New links with their addresses, the only time they can be seen. */
export function CreatedLinks({ task, links, onDone }: CreatedLinksProps) {
  const { t, i18n } = useTranslation('writing-tasks')
  const [isPrinting, setPrinting] = useState(false)
  const endPrinting = useCallback(() => setPrinting(false), [])
  const hasLinks = links.length > 0
  useEffect(() => {
    if (!hasLinks) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasLinks])
  if (!hasLinks) return null
  const save = () =>
    saveFile(
      csvOf([[t('column.student'), t('column.link')], ...links.map(({ student_name, url }) => [student_name, url])]),
      `${t('links.filename', { title: task.title })}.csv`,
    )
  return (
    <section className={classes.created} aria-label={t('links.title')}>
      <SectionHeader title={t('links.title')} />
      <p role="status">{t('links.text', { count: links.length, students: formatNumber(i18n, links.length) })}</p>
      {task.has_pin && <p>{t('links.pin')}</p>}
      <div className={classes.buttons}>
        <Button onClick={() => setPrinting(true)}>{t('links.print')}</Button>
        <Button variant="default" onClick={save}>
          {t('links.csv')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('links.done')}
        </Button>
      </div>
      <ul className={rows.list}>
        {links.map(({ student_id, student_name, url }) => (
          <li key={student_id} className={rows.row}>
            <span className={rows.words}>
              <strong>{student_name}</strong>
              <span className={classes.address}>{url}</span>
            </span>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy} aria-label={t('links.copy.named', { name: student_name })}>
                  <span aria-live="polite">{t(copied ? 'links.copied' : 'links.copy')}</span>
                </Button>
              )}
            </CopyButton>
          </li>
        ))}
      </ul>
      {isPrinting && (
        <Suspense>
          <Slips task={task} links={links} onPrinted={endPrinting} />
        </Suspense>
      )}
    </section>
  )
}
