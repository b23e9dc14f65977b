import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './report.module.css'

/** A long value that is copied rather than read. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('report')
  return (
    <span className={classes.copy}>
      <code className={classes.hash}>{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <>
            <ActionIcon
              className={classes.button ?? ''}
              variant="subtle"
              color="gray"
              size={32}
              onClick={copy}
              aria-label={t('copy.named', { name })}
            >
              {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
            </ActionIcon>
            <span role="status" className={classes.copied}>
              {copied ? t('copied') : ''}
            </span>
          </>
        )}
      </CopyButton>
    </span>
  )
}
