import { Button, Menu } from '@mantine/core'
import { IconDownload, IconFileText, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface ExportMenuProps {
  busy: boolean
  onTable: () => void
  onReports: () => void
}

/** What can be taken out of a class as a file. */
export function ExportMenu({ busy, onTable, onReports }: ExportMenuProps) {
  const { t } = useTranslation('classes')
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" disabled={busy} leftSection={<IconDownload size={16} aria-hidden="true" />}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileText size={16} aria-hidden="true" />} onClick={onTable}>
          {t('export.csv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={onReports}>
          {t('export.zip')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
