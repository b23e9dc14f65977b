import { Button } from '@mantine/core'
import { IconDownload, IconFileText, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DropMenu } from '../../ui/menu/drop-menu.tsx'

interface ExportMenuProps {
  busy: boolean
  onTable: () => void
  onReports: () => void
}

/** What can be taken out of a class as a file. */
export function ExportMenu({ busy, onTable, onReports }: ExportMenuProps) {
  const { t } = useTranslation('classes')
  return (
    <DropMenu
      trigger={
        <Button variant="default" disabled={busy} leftSection={<IconDownload size={16} aria-hidden="true" />}>
          {t('export')}
        </Button>
      }
      entries={[
        { key: 'table', words: t('export.csv'), onChoose: onTable, icon: <IconFileText size={16} aria-hidden="true" /> },
        { key: 'reports', words: t('export.zip'), onChoose: onReports, icon: <IconPrinter size={16} aria-hidden="true" /> },
      ]}
    />
  )
}
