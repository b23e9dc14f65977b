import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../documents.module.css'

interface WrittenInClassCheckboxProps {
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/**
 * Marks everything in an upload as written in class, and says what the mark is for. The browser's own checkbox: the library's would be a few
 * kilobytes of script on the dashboard.
 */
export function WrittenInClassCheckbox({ checked, disabled = false, onChange }: WrittenInClassCheckboxProps) {
  const { t } = useTranslation('documents')
  const id = useId()
  return (
    <div className={classes.option}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>{t('writtenInClass')}</label>
      <p id={`${id}-hint`} className={classes.soft}>
        {t('writtenInClass.hint')}
      </p>
    </div>
  )
}
