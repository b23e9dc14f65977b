import { Button, Group, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../../ui/notice/notice.tsx'
import classes from './bulk.module.css'
import { type Charset, differingLines, type Reading } from './charset.ts'

interface ChooseReadingProps {
  file: File
  readings: readonly Reading[]
  onChoose: (chosen: { file: File; charset: Charset }) => void
  onCancel: () => void
}

/** Asks which reading of a file has the students' names right; nothing is sent before. */
export function ChooseReading({ file, readings, onChoose, onCancel }: ChooseReadingProps) {
  const { t } = useTranslation('students')
  const [chosen, setChosen] = useState<Charset | null>(null)
  const lines = differingLines(readings)
  return (
    <section aria-label={t('bulk.letters.title')} className={classes.map}>
      <Notice tone="info">{t('bulk.letters.lead')}</Notice>
      <Radio.Group
        label={t('bulk.letters.title')}
        mt="md"
        value={chosen ?? ''}
        onChange={(value) => setChosen(readings.find(({ charset }) => charset === value)?.charset ?? null)}
      >
        <div className={classes.readings}>
          {readings.map(({ charset }, nth) => (
            <Radio key={charset} value={charset} label={(lines[nth] ?? []).join(' · ')} />
          ))}
        </div>
      </Radio.Group>
      <Group mt="md" gap="sm">
        <Button
          disabled={chosen === null}
          onClick={() => {
            if (chosen !== null) onChoose({ file, charset: chosen })
          }}
        >
          {t('bulk.letters.do')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('bulk.map.cancel')}
        </Button>
      </Group>
    </section>
  )
}
