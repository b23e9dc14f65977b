import { Button, CopyButton } from '@mantine/core'
import {
  binKeepDays,
  type CreatedWritingLinks,
  type WritingTask,
  type WritingTaskView,
} from '@penmark/contract'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { saveFile } from '../../../lib/browser/browser.ts'
import { csvFile, separatorOf } from '../../../lib/browser/csv-file.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { LinkReach } from '../../../ui/notice/link-reach.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { BackTo, PageHeader, SectionHeader } from '../../../ui/page-header/page-header.tsx'
import rows from '../../../ui/row-list/row-list.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import { useUndo } from '../../../ui/toast/use-restore.ts'
import { TaskLoaded } from './edit-task.tsx'
import { changeTaskAddress, taskListAddress, useCreateLinks, useDeleteTask, useTask } from './queries.ts'
import { StudentTable } from './student-table.tsx'
import classes from './tasks.module.css'

type Links = CreatedWritingLinks['links']

/** One task: what it asks for, and the progress of each student of the class. */
export function TaskScreen({ id }: { id: string }) {
  const view = useTask(id)
  return <TaskLoaded view={view}>{(loaded) => <LoadedTask {...loaded} />}</TaskLoaded>
}

function LoadedTask({ task, students }: WritingTaskView) {
  const { t, i18n } = useTranslation('writing-tasks')
  const create = useCreateLinks(task.id)
  // Only this page ever has the addresses: they are kept until it is left.
  const [links, setLinks] = useState<Links>([])
  const unlinked = students.filter(({ link }) => link === null).length
  const createFor = (student_ids: string[] | null) =>
    create.mutate(student_ids, {
      onSuccess: ({ links: created }) => {
        const renewed = new Set(created.map(({ student_id }) => student_id))
        setLinks((before) => [...created, ...before.filter(({ student_id }) => !renewed.has(student_id))])
      },
    })
  const about = [
    task.class_name ?? t('noClass'),
    task.due_at && t('due', { time: formatTime(i18n, task.due_at) }),
  ].filter(Boolean)
  return (
    <>
      <PageHeader
        title={task.title}
        lead={about.join(' · ')}
        back={<BackTo to={taskListAddress}>{t('title')}</BackTo>}
        actions={
          <>
            <Button component={Link} to={changeTaskAddress(task.id)} variant="default">
              {t('change')}
            </Button>
            <DeleteTask id={task.id} />
          </>
        }
      />
      <TaskFacts task={task} />
      {create.error && <Notice tone="error">{t('links.failed', { detail: detailOf(create.error) })}</Notice>}
      <CreatedLinks task={task} links={links} onDone={() => setLinks([])} />
      <section className={classes.section} aria-label={t('students')}>
        <SectionHeader
          title={t('students')}
          actions={
            unlinked > 0 && (
              <Button onClick={() => createFor(null)} loading={create.isPending}>
                {t('links.create', { count: unlinked, students: formatNumber(i18n, unlinked) })}
              </Button>
            )
          }
        />
        <p className={classes.soft}>{t('progress', { count: task.counts.students, ...task.counts })}</p>
        <StudentTable
          dueAt={task.due_at}
          taskId={task.id}
          students={students}
          busy={create.isPending}
          onCreate={(student_id) => createFor([student_id])}
          onRevoked={(student_id) =>
            setLinks((before) => before.filter((link) => link.student_id !== student_id))
          }
        />
      </section>
    </>
  )
}

/** What the students read, and the rules that they write under. */
function TaskFacts({ task }: { task: WritingTask }) {
  const { t, i18n } = useTranslation('writing-tasks')
  const { words_min, words_max } = task
  const formattedLimits = { min: formatNumber(i18n, words_min ?? 0), max: formatNumber(i18n, words_max ?? 0) }
  const range =
    words_min !== null && words_max !== null
      ? t('words.range', formattedLimits)
      : words_min !== null
        ? t('words.min', formattedLimits)
        : words_max !== null
          ? t('words.max', formattedLimits)
          : t('words.any')
  const facts: [string, string][] = [
    [t('form.words'), range],
    [t('form.pasting'), t(`pasting.${task.pasting}`)],
    [t('form.sources'), task.sources ?? t('sources.none')],
    [t('form.language'), t(`language.${task.language}`)],
    [t('form.pin'), t(task.has_pin ? 'pin.set' : 'pin.none')],
  ]
  return (
    <div className={classes.facts}>
      {task.instructions !== '' && <p className={classes.instructions}>{task.instructions}</p>}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function DeleteTask({ id }: { id: string }) {
  const { t } = useTranslation('writing-tasks')
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useDeleteTask(id)
  const undo = useUndo()
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t('delete.title')}
        confirm={t('delete.do')}
        destructive
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              toast.successWith(t('delete.done'), undo([id]))
              void navigate(taskListAddress)
            },
          })
        }
        onClose={() => setConfirming(false)}
      >
        {remove.error && <Notice tone="error">{t('form.failed', { detail: detailOf(remove.error) })}</Notice>}
        <p>{t('delete.text', { days: binKeepDays })}</p>
      </ConfirmDialog>
    </>
  )
}

const Slips = lazy(() => import('./printed-links.tsx'))

interface CreatedLinksProps {
  task: WritingTask
  links: CreatedWritingLinks['links']
  onDone: () => void
}

/** New links with their addresses, the only time they can be seen. */
function CreatedLinks({ task, links, onDone }: CreatedLinksProps) {
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
      csvFile(
        [
          [t('column.student'), t('column.link')],
          ...links.map(({ student_name, url }) => [student_name, url]),
        ],
        separatorOf(i18n.language),
      ),
      `${t('links.filename', { title: task.title })}.csv`,
    )
  return (
    <section className={classes.created} aria-label={t('links.title')}>
      <SectionHeader title={t('links.title')} />
      <p role="status">
        {t('links.text', { count: links.length, students: formatNumber(i18n, links.length) })}
      </p>
      {links[0] && <LinkReach url={links[0].url} />}
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
            <span className={rows.text}>
              <strong>{student_name}</strong>
              <span className={classes.address}>{url}</span>
            </span>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={copy}
                  aria-label={t('links.copy.named', { name: student_name })}
                >
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
