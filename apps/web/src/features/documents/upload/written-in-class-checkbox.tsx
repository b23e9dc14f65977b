import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface WrittenInClassCheckboxProps {
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Marks everything in an upload as written in class, and says what the mark is for. */
export function WrittenInClassCheckbox({ checked, disabled = false, onChange }: WrittenInClassCheckboxProps) {
  const { t } = useTranslation('documents')
  return (
    <Checkbox
      label={t('writtenInClass')}
      description={t('writtenInClass.hint')}
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
