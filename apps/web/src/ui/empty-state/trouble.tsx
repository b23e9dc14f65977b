import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'

/** Stands where a list would be that could not be loaded, with a button that asks for it again. */
export function Trouble({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <div role="alert">
      <EmptyState drawing="trouble" action={<Button onClick={onRetry}>{t('retry')}</Button>}>
        {children}
      </EmptyState>
    </div>
  )
}
