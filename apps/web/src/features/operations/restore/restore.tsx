import { Button, Loader, Progress, TextInput } from '@mantine/core'
import type { Restore as RestoreState } from '@penmark/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatTime } from '../../../lib/format/format.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import layout from '../../../ui/theme/layout.module.css'
import text from '../../../ui/theme/text.module.css'
import { ConfirmRestore } from './confirm-restore.tsx'
import classes from './restore.module.css'
import type { RestorePlace } from './stored-restore.ts'
import { type RestoreFlow, useRestore } from './use-restore.ts'

interface RestoreProps {
  place: RestorePlace
  /** Whether the setup code is asked for. */
  needsCode?: boolean
  /** Called when the product is about to start again. */
  onConfirmed?: () => void
  /** Called when somebody leaves a restore that failed. */
  onLeave?: () => void
}

/**
 * Restores a downloaded backup: choose the file, send it, see what it contains, confirm, and wait for the
 * restart.
 */
export function Restore({ place, needsCode = false, onConfirmed, onLeave }: RestoreProps) {
  const flow = useRestore(place, onConfirmed)
  const { restore, problem } = flow
  return (
    <div className={classes.restore}>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Step place={place} needsCode={needsCode} flow={flow} restore={restore} onLeave={onLeave} />
    </div>
  )
}

interface StepProps {
  place: RestorePlace
  needsCode: boolean
  flow: RestoreFlow
  restore: RestoreState | null
  onLeave: (() => void) | undefined
}

function Step({ place, needsCode, flow, restore, onLeave }: StepProps) {
  const { t } = useTranslation('restore')
  if (restore === null) return <Choose needsCode={needsCode} flow={flow} />
  switch (restore.state) {
    case 'uploading':
      return <Uploading restore={restore} flow={flow} />
    case 'checking':
      return (
        <Running
          title={t('checking', { name: restore.name })}
          done={restore.done_bytes}
          total={restore.total_bytes}
          line={t('checking.text')}
          flow={flow}
        />
      )
    case 'refused':
      return (
        <>
          <Notice tone="error">{restore.status_reason}</Notice>
          <Choose needsCode={needsCode} flow={flow} />
        </>
      )
    case 'ready':
      return (
        restore.contents && (
          <ConfirmRestore place={place} name={restore.name} contents={restore.contents} flow={flow} />
        )
      )
    case 'restarting':
      return <Restarting />
    case 'restored':
    case 'failed':
      return <Ended restore={restore} onForget={flow.forget} onLeave={onLeave} />
  }
}

/** The first choice of a file, with the setup code where others can reach the installation. */
function Choose({ needsCode, flow: { choose, isSending } }: Pick<StepProps, 'needsCode' | 'flow'>) {
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
      <ChooseFile
        disabled={isSending || (needsCode && code.trim() === '')}
        onFile={(file) => choose(file, code)}
      />
    </>
  )
}

function Uploading({ restore, flow }: { restore: RestoreState; flow: RestoreFlow }) {
  const { t, i18n } = useTranslation('restore')
  const { name, received_bytes, size_bytes } = restore
  const figures = { done: formatBytes(i18n, received_bytes), total: formatBytes(i18n, size_bytes) }
  const line = t('uploading.line', figures)
  if (flow.isSending) {
    return (
      <Running
        title={t('uploading', { name })}
        done={received_bytes}
        total={size_bytes}
        line={line}
        flow={flow}
      >
        {flow.isLost ? (
          <Notice tone="warning">{t('uploading.lost')}</Notice>
        ) : (
          <p className={text.soft}>{t('uploading.text')}</p>
        )}
      </Running>
    )
  }
  return (
    <>
      <Notice tone="info">{t('uploading.stopped', { name, ...figures })}</Notice>
      <ChooseFile onFile={(file) => flow.choose(file, '')} label={t('uploading.continue')} />
      <Cancel flow={flow} />
    </>
  )
}

interface RunningProps {
  title: string
  done: number
  total: number
  line: string
  flow: RestoreFlow
  children?: React.ReactNode
}

function Running({ title, done, total, line, flow, children }: RunningProps) {
  const { t } = useTranslation('restore')
  return (
    <section className={classes.running} aria-label={title}>
      <p className={classes.title}>{title}</p>
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={t('progress')} size="sm" />
      <p className={classes.line}>{line}</p>
      {children}
      <Cancel flow={flow} />
    </section>
  )
}

function Cancel({ flow: { cancel, isBusy } }: { flow: RestoreFlow }) {
  const { t } = useTranslation('restore')
  return (
    <div className={layout.buttons}>
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

/** Chooses the archive of a backup. The server checks what it really is, from its first bytes. */
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
          // Lets the same file be chosen again.
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

/** Shown while the product restarts. */
function Restarting() {
  const { t } = useTranslation('restore')
  return (
    <section className={classes.running} aria-label={t('restarting')}>
      <p className={classes.waiting} role="status">
        <Loader size="sm" aria-hidden="true" />
        {t('restarting')}
      </p>
      <p className={text.soft}>{t('restarting.text')}</p>
    </section>
  )
}

interface EndedProps {
  restore: RestoreState
  onForget: () => void
  onLeave: (() => void) | undefined
}

/** How the restore ended. The user is signed out unless the backup contains their session. */
function Ended({ restore: { state, contents, status_reason }, onForget, onLeave }: EndedProps) {
  const { t, i18n } = useTranslation('restore')
  const { forget, signIn } = useSession()
  if (state === 'failed') {
    const leave = () => {
      onForget()
      onLeave?.()
    }
    return (
      <>
        <Notice tone="error">{t('failed', { reason: status_reason ?? '' })}</Notice>
        <div className={layout.buttons}>
          <Button size="md" variant="default" onClick={leave}>
            {t('failed.back')}
          </Button>
        </div>
      </>
    )
  }
  const signInAgain = async () => {
    onForget()
    await forget()
    await signIn('/dashboard')
  }
  return (
    <section className={classes.running} aria-label={t('restored')}>
      <p className={classes.title} role="status">
        {t('restored')}
      </p>
      <p>{t('restored.text', { time: formatTime(i18n, contents?.made_at ?? '') })}</p>
      <div className={layout.buttons}>
        <Button size="md" onClick={() => void signInAgain()}>
          {t('restored.signIn')}
        </Button>
      </div>
    </section>
  )
}
