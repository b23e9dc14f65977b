import { Select, type SelectProps } from '@mantine/core'
import type { ClassGroup } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { className } from '../../../lib/names/names.ts'

/** Enough to show that typing narrows the list. */
const optionsShown = 60

interface ClassSelectProps
  extends Pick<SelectProps, 'label' | 'description' | 'inputWrapperOrder' | 'className' | 'value' | 'onChange' | 'aria-label'> {
  classes: readonly ClassGroup[]
  /** Offered before all classes. */
  first?: { value: string; label: string }
}

/** Chooses one class by typing a part of its name. */
export function ClassSelect({ classes, first, ...rest }: ClassSelectProps) {
  const { t } = useTranslation('students')
  const data = useMemo(
    () => [...(first ? [first] : []), ...classes.map((each) => ({ value: each.id, label: className(each) }))],
    [classes, first],
  )
  return (
    <Select
      searchable
      clearable
      limit={optionsShown}
      data={data}
      placeholder={t('class.placeholder')}
      nothingFoundMessage={t('class.nothing')}
      comboboxProps={{ withinPortal: false }}
      {...rest}
    />
  )
}
