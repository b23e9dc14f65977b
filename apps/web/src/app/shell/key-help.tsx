import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areKeysOn, switchKeys } from '../../ui/keys/keys.ts'
import classes from './key-help.module.css'

const keys = [
  { key: '/', does: 'keys.search' },
  { key: 'j', does: 'keys.next' },
  { key: 'k', does: 'keys.previous' },
  { key: '?', does: 'keys.help' },
] as const

/** The keys of the application, and a switch for them. */
export default function KeyHelp() {
  const { t } = useTranslation('shell')
  const [on, setOn] = useState(areKeysOn)
  return (
    <>
      <dl className={classes.keys}>
        {keys.map(({ key, does }) => (
          <div key={key} className={classes.row}>
            <dt>
              <kbd className={classes.key}>{key}</kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('keys.use')}
        description={t('keys.use.note')}
        checked={on}
        onChange={({ currentTarget }) => {
          switchKeys(currentTarget.checked)
          setOn(currentTarget.checked)
        }}
      />
    </>
  )
}
