import { Button } from '@mantine/core'
import { overlapRoutes } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/browser/browser.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'
import { toast } from '../../ui/toast/toast.tsx'

interface ExportButtonProps {
  label: string
  /** If the server names none. */
  filename: string
  load: () => ReturnType<typeof fetchFile>
}

/** Saves a CSV file. */
export function ExportButton({ label, filename: usual, load }: ExportButtonProps) {
  const { t } = useTranslation('overlap')
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { content, filename } = await load()
      saveFile(content, filename ?? usual)
    } catch (error) {
      toast.error(t('csv.failed', { detail: detailOf(error) }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" loading={isBusy} onClick={() => void download()}>
      {label}
    </Button>
  )
}

/** What the documents of a class share with earlier ones and with sources. */
export function ExportEarlier({ classId: id }: { classId: string }) {
  const { t, i18n } = useTranslation('overlap')
  const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <ExportButton
      label={t('csv.earlier')}
      filename="handed-in-before.csv"
      load={() => fetchFile(overlapRoutes.exportEarlier, { id, language: i18n.language, time_zone })}
    />
  )
}
