import { useTranslation } from 'react-i18next'
import { SelectBox } from './select-box.tsx'
import type { RowSelection } from './use-row-selection.ts'

/** Selects every row, or none where all are selected. */
export function SelectAll({ chosen }: { chosen: RowSelection }) {
  const { t } = useTranslation('ui')
  return (
    <SelectBox
      label={t('select.all')}
      checked={chosen.extent === 'all'}
      mixed={chosen.extent === 'some'}
      onChoose={() => (chosen.extent === 'all' ? chosen.clear() : chosen.selectAll())}
    />
  )
}

export function SelectRow({ chosen, id, label }: { chosen: RowSelection; id: string; label: string }) {
  return (
    <SelectBox
      label={label}
      checked={chosen.isSelected(id)}
      onChoose={(range) => chosen.choose(id, range)}
      onPoint={(shift) => chosen.point(id, shift)}
    />
  )
}
