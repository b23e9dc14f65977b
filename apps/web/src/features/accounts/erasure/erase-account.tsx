import { Button, TextInput } from '@mantine/core'
import { type Erasure, erasureConfirmation, ownDataRoutes, Problem } from '@penmark/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import classes from './erasure.module.css'

interface EraseAccountProps {
  isAdministrator: boolean
  /** Called with the id of the erasure once it has started. */
  onErasing: (id: string) => void
}

/** Deletes the account after an explanation and a typed confirmation. */
export function EraseAccount({ isAdministrator, onErasing }: EraseAccountProps) {
  const { t } = useTranslation(['privacy', 'ui'])
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const phrase = t('erase.phrase')
  const isTyped = typed.trim().toLocaleLowerCase() === phrase.toLocaleLowerCase()

  const close = () => {
    setOpened(false)
    setTyped('')
    setFailure(null)
  }
  const erase = async () => {
    setBusy(true)
    setFailure(null)
    try {
      onErasing(await eraseAccount())
    } catch (thrown) {
      setFailure(t('erase.failed', { detail: detailOf(thrown) }))
      setBusy(false)
    }
  }
  return (
    <div className={classes.erase}>
      <p>{t('erase.text')}</p>
      <Button variant="default" className={classes.danger ?? ''} onClick={() => setOpened(true)}>
        {t('erase.open')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('erase.title')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (isTyped && !busy) void erase()
          }}
        >
          <p className={classes.line}>{t('erase.what')}</p>
          <p className={classes.line}>{t('erase.forever')}</p>
          {isAdministrator && <Notice tone="warning">{t('erase.administrator')}</Notice>}
          {failure && <Notice tone="error">{failure}</Notice>}
          <TextInput
            label={t('erase.type', { phrase })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <DialogActions>
            <Button variant="default" onClick={close} disabled={busy}>
              {t('ui:cancel')}
            </Button>
            <Button
              type="submit"
              className={isTyped ? (classes.action ?? '') : ''}
              disabled={!isTyped}
              loading={busy}
            >
              {t('erase.do')}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </div>
  )
}

const pollEveryMs = 1_000

/** Starts the erasure; returns the id of its receipt. */
async function eraseAccount(): Promise<string> {
  return (await call(ownDataRoutes.eraseTeacher, { confirmation: erasureConfirmation })).id
}

/** Polls an erasure until its receipt is ready. A failed request is retried. */
export function useErasure(id: string): { erasure: Erasure | null; isUnknown: boolean } {
  const [erasure, setErasure] = useState<Erasure | null>(null)
  const [isUnknown, setUnknown] = useState(false)
  useEffect(() => {
    const unmounting = new AbortController()
    const poll = async (): Promise<void> => {
      try {
        const found = await call(ownDataRoutes.readErasure, { id }, { signal: unmounting.signal })
        setErasure(found)
        if (found.state === 'finished') return
      } catch (thrown) {
        if (unmounting.signal.aborted) return
        if (thrown instanceof Problem && thrown.code === 'not_found') {
          setUnknown(true)
          return
        }
      }
      setTimeout(() => {
        if (!unmounting.signal.aborted) void poll()
      }, pollEveryMs)
    }
    void poll()
    return () => unmounting.abort()
  }, [id])
  return { erasure, isUnknown }
}
