import { Button } from '@mantine/core'
import { caseRoutes } from '@penmark/contract'
import { IconDownload, IconFileText, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/browser/browser.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'
import { DropMenu } from '../../ui/menu/drop-menu.tsx'
import { toast } from '../../ui/toast/toast.ts'

const kinds = { zip: { route: caseRoutes.exportCase, name: 'case.zip' }, pdf: { route: caseRoutes.printCase, name: 'case.pdf' } }

/** Saves the case for somebody else: as an evidence pack that can be verified, or as a PDF to read. */
export function ExportCase({ id }: { id: string }) {
  const { t, i18n } = useTranslation('cases')
  const save = useMutation({
    mutationFn: async (kind: keyof typeof kinds) => {
      const { route, name } = kinds[kind]
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const { content, filename } = await fetchFile(route, { id, language: i18n.language, time_zone })
      saveFile(content, filename ?? name)
    },
    onSuccess: () => toast.success(t('export.done')),
    onError: (thrown) => toast.error(t('export.failed', { detail: detailOf(thrown) })),
  })
  return (
    <DropMenu
      trigger={
        <Button variant="default" loading={save.isPending} leftSection={<IconDownload size={16} aria-hidden="true" />}>
          {t('export')}
        </Button>
      }
      entries={[
        { key: 'zip', words: t('export.zip'), onChoose: () => save.mutate('zip'), icon: <IconFileText size={16} aria-hidden="true" /> },
        { key: 'pdf', words: t('export.pdf'), onChoose: () => save.mutate('pdf'), icon: <IconPrinter size={16} aria-hidden="true" /> },
      ]}
    />
  )
}
