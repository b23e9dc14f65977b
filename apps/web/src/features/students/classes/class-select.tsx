import type { ClassGroup } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { className } from '../../../lib/names/names.ts'
import type { SearchSelectProps } from '../../../ui/search-select/props.ts'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'

interface ClassSelectProps extends Omit<SearchSelectProps, 'data' | 'placeholder' | 'nothingFoundMessage'> {
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
  return <SearchSelect data={data} placeholder={t('class.placeholder')} nothingFoundMessage={t('class.nothing')} {...rest} />
}
