import { Button, Progress, TextInput } from '@mantine/core'
import type { Restore as RestoreState } from '@penmark/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { ConfirmRestore } from './confirm-restore.tsx'
import { Ended, Restarting } from './restarting.tsx'
import classes from './restore.module.css'
import type { RestorePlace } from './stored-restore.ts'
import { type RestoreWork, useRestore } from './use-restore.ts'

interface RestoreProps {
  place: RestorePlace
  /** Whether the setup code is asked for. */
  needsCode?: boolean
  /** Called when the product is about to start again. */
  onConfirmed?: () => void
  /** Called when somebody leaves a restore that failed. */
  onGiveUp?: () => void
}

/** Restores a downloaded backup: choose the file, send it, look at what it holds, confirm, and wait for the restart. */
export function Restore({ place, needsCode = false, onConfirmed, onGiveUp }: RestoreProps) {
  const work = useRestore(place, onConfirmed)
  const { restore, problem } = work
  return (
    <div className={classes.restore}>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Step place={place} needsCode={needsCode} work={work} restore={restore} onGiveUp={onGiveUp} />
    </div>
  )
}

interface StepProps {
  place: RestorePlace
  needsCode: boolean
  work: RestoreWork
  restore: RestoreState | null
  onGiveUp: (() => void) | undefined
}

function Step({ place, needsCode, work, restore, onGiveUp }: StepProps) {
  const { t } = useTranslation('restore')
  if (restore === null) return <Choose needsCode={needsCode} work={work} />
  switch (restore.state) {
    case 'uploading':
      return <Uploading restore={restore} work={work} />
    case 'checking':
      return (
        <Running
          title={t('checking', { name: restore.name })}
          done={restore.done_bytes}
          total={restore.total_bytes}
          line={t('checking.text')}
          work={work}
        />
      )
    case 'refused':
      return (
        <>
          <Notice tone="error">{restore.status_reason}</Notice>
          <Choose needsCode={needsCode} work={work} />
        </>
      )
    case 'ready':
      return restore.contents && <ConfirmRestore place={place} name={restore.name} contents={restore.contents} work={work} />
    case 'restarting':
      return <Restarting />
    case 'restored':
    case 'failed':
      return <Ended restore={restore} onForget={work.forget} onGiveUp={onGiveUp} />
  }
}

/** The first choice of a file, with the setup code where others can reach the installation. */
function Choose({ needsCode, work: { choose, isSending } }: Pick<StepProps, 'needsCode' | 'work'>) {
  const { t } = useTranslation('restore')
  const [code, setCode] = useState('')
  return (
    <>
      {needsCode && (
        <TextInput
          className={classes.code ?? ''}
          label={t('code.label')}
          description={t('code.text')}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      <ChooseFile disabled={isSending || (needsCode && code.trim() === '')} onFile={(file) => choose(file, code)} />
    </>
  )
}

function Uploading({ restore, work }: { restore: RestoreState; work: RestoreWork }) {
  const { t, i18n } = useTranslation('restore')
  const { name, received_bytes, size_bytes } = restore
  const figures = { done: formatBytes(i18n, received_bytes), total: formatBytes(i18n, size_bytes) }
  const line = t('uploading.line', figures)
  if (work.isSending) {
    return (
      <Running title={t('uploading', { name })} done={received_bytes} total={size_bytes} line={line} work={work}>
        {work.isLost ? <Notice tone="warning">{t('uploading.lost')}</Notice> : <p className={classes.soft}>{t('uploading.text')}</p>}
      </Running>
    )
  }
  return (
    <>
      <Notice tone="info">{t('uploading.stopped', { name, ...figures })}</Notice>
      <ChooseFile onFile={(file) => work.choose(file, '')} label={t('uploading.continue')} />
      <Cancel work={work} />
    </>
  )
}

interface RunningProps {
  title: string
  done: number
  total: number
  line: string
  work: RestoreWork
  children?: React.ReactNode
}

function Running({ title, done, total, line, work, children }: RunningProps) {
  const { t } = useTranslation('restore')
  return (
    <section className={classes.running} aria-label={title}>
      <p className={classes.title}>{title}</p>
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={t('progress')} size="sm" />
      <p className={classes.line}>{line}</p>
      {children}
      <Cancel work={work} />
    </section>
  )
}

function Cancel({ work: { cancel, isBusy } }: { work: RestoreWork }) {
  const { t } = useTranslation('restore')
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={cancel} loading={isBusy}>
        {t('cancel')}
      </Button>
    </div>
  )
}

interface ChooseFileProps {
  label?: string
  disabled?: boolean
  onFile: (file: File) => void
}

/** Chooses the archive of a backup. What it really is, the server says after its first bytes. */
function ChooseFile({ label, disabled = false, onFile }: ChooseFileProps) {
  const { t } = useTranslation('restore')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".tar,application/x-tar"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Else choosing the same file again would change nothing.
          currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <Button size="md" variant="default" disabled={disabled} onClick={() => input.current?.click()}>
        {label ?? t('choose')}
      </Button>
    </div>
  )
}
