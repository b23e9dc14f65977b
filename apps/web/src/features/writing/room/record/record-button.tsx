import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../../../ui/plain/plain.module.css'

// Few read it, and it needs the replay of the record.
const RecordDialog = lazy(() => import('./record-dialog.tsx'))

interface RecordButtonProps {
  session: string
  prepare?: () => Promise<void>
}

/** Opens the reader's own record. */
export function RecordButton({ session, prepare = async () => {} }: RecordButtonProps) {
  const { t } = useTranslation('writing-room')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={plain.quiet} onClick={() => setOpen(true)}>
        {t('record.title')}
      </button>
      {isOpen && (
        <Suspense>
          <RecordDialog session={session} prepare={prepare} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
