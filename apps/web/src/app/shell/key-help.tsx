import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areKeysOn, switchKeys } from '../../ui/keys/keys.ts'
import classes from './key-help.module.css'

const keys = [
  { key: '/', does: 'keys.search' },
  { key: 'j', does: 'keys.next' },
  { key: 'k', does: 'keys.previous' },
  { key: 't', does: 'keys.talk' },
  { key: 'd', does: 'keys.done' },
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
      <label className={classes.use}>
        <input
          type="checkbox"
          checked={on}
          onChange={({ currentTarget }) => {
            switchKeys(currentTarget.checked)
            setOn(currentTarget.checked)
          }}
        />
        {t('keys.use')}
      </label>
      <p className={classes.note}>{t('keys.use.note')}</p>
    </>
  )
}
