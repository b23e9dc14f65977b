import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from './notice.tsx'

/** What could not be loaded, and a button that asks for it again. */
export function FailedNotice({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <Notice
      tone="error"
      action={
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
