import { Button, Flex, Radio } from '@mantine/core'
import type { ArchiveCharset } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import classes from '../documents.module.css'

/** A reading of the names in an archive, and the names in which it differs from others. */
export interface NameReading {
  charset: ArchiveCharset
  names: string
}

interface NamesDialogProps {
  archive: string
  readings: readonly NameReading[]
  onChoose: (charset: ArchiveCharset | null) => void
}

/** Shows a few names in each way that they can be read, and asks which is right. */
export function NamesDialog({ archive, readings, onChoose }: NamesDialogProps) {
  const { t } = useTranslation(['documents', 'ui'])
  const [chosen, setChosen] = useState<ArchiveCharset | null>(null)
  return (
    <Dialog opened onClose={() => onChoose(null)} title={t('names.title')}>
      <p className={classes.limitDetail}>{t('names.lead', { name: archive })}</p>
      <Radio.Group
        aria-label={t('names.title')}
        value={chosen ?? ''}
        onChange={(value) => setChosen(readings.find(({ charset }) => charset === value)?.charset ?? null)}
      >
        <Flex direction="column" gap="xs" mt="xs" translate="no">
          {readings.map(({ charset, names }) => (
            <Radio key={charset} value={charset} label={names} />
          ))}
        </Flex>
      </Radio.Group>
      <DialogActions>
        <Button variant="default" onClick={() => onChoose(null)}>
          {t('ui:cancel')}
        </Button>
        <Button disabled={chosen === null} onClick={() => onChoose(chosen)}>
          {t('names.do')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
