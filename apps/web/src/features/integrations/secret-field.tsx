import { Button, CopyButton, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './integrations.module.css'

/** A secret to copy before it disappears. */
export function SecretField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('integrations')
  return (
    <div className={classes.secret}>
      <TextInput
        label={label}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: classes.code ?? '' }}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
