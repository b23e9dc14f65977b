import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadNamespaces } from '../../../../lib/i18n/i18n.ts'
import plain from '../../../../ui/plain/plain.module.css'

// Few read it, and it needs the replay of the record.
const RecordDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./record-dialog.tsx'), loadNamespaces(['writing-record'])])
  return dialog
})

interface RecordButtonProps {
  session: string
  /** When the reader began to write. */
  acceptedAt: string | null
  prepare?: () => Promise<void>
}

/** Opens the reader's own record. */
export function RecordButton({ session, acceptedAt, prepare = async () => {} }: RecordButtonProps) {
  const { t } = useTranslation('writing-room')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={plain.quiet} onClick={() => setOpen(true)}>
        {t('record.title')}
      </button>
      {isOpen && (
        <Suspense>
          <RecordDialog
            session={session}
            acceptedAt={acceptedAt}
            prepare={prepare}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
