import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'

/** A part of a page that could not be loaded; the rest stands. */
export function ListTrouble({ error, refetch }: { error: unknown; refetch: () => Promise<unknown> }) {
  const { t } = useTranslation(['admin', 'ui'])
  return (
    <Notice
      tone="error"
      action={
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {t('ui:retry')}
        </Button>
      }
    >
      {t('failed.load', { detail: detailOf(error) })}
    </Notice>
  )
}
