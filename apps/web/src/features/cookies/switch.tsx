import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category } from '../../lib/consent/consent.ts'
import classes from './cookies.module.css'

interface SwitchProps {
  category: Category
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Allows or refuses a category; necessary cookies stay on. */
export function Switch({ category, isOn, onChange }: SwitchProps) {
  const { t } = useTranslation('cookies')
  const id = useId()
  return (
    <label className={classes.switch} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-label={t(`category.${category}.name`)}
        checked={isOn}
        aria-checked={isOn}
        disabled={category === 'necessary'}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span aria-hidden="true">{t(isOn ? 'enabled' : 'disabled')}</span>
    </label>
  )
}
