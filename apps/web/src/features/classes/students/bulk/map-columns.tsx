import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../../lib/format/format.ts'
import { Notice } from '../../../../ui/notice/notice.tsx'
import classes from './bulk.module.css'
import { fields, guessColumns, type OtherList, studentsOf } from './other-columns.ts'
import { columns, type ReadRows } from './read-csv.ts'

const previewed = 3

interface MapColumnsProps {
  list: OtherList
  onSend: (rows: ReadRows) => void
  onCancel: () => void
}

/**
 * Asks which column of a list is which, with the first students that come of it; nothing is sent before the
 * teacher agrees.
 */
export function MapColumns({ list, onSend, onCancel }: MapColumnsProps) {
  const { t, i18n } = useTranslation('students')
  const [mapping, setMapping] = useState(() => guessColumns(list))
  const { rows, lines } = studentsOf(list, mapping)
  const isNamed = mapping.FirstName !== null && mapping.LastName !== null
  const options = [
    { value: '', label: t('bulk.map.none') },
    ...list.headers.map((header, index) => ({
      value: String(index),
      label: header || t('bulk.map.unnamed', { number: index + 1 }),
    })),
  ]
  return (
    <section aria-label={t('bulk.map.title')} className={classes.map}>
      <Notice tone="info">{t('bulk.map.lead')}</Notice>
      <div className={classes.mapFields}>
        {fields.map((field, position) => (
          <NativeSelect
            key={field}
            label={columns[position]}
            data={options}
            value={mapping[field] === null ? '' : String(mapping[field])}
            onChange={({ currentTarget: { value } }) =>
              setMapping({ ...mapping, [field]: value === '' ? null : Number(value) })
            }
          />
        ))}
      </div>
      {isNamed && (
        <table className={classes.mapPreview}>
          <caption>{t('bulk.map.preview')}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, previewed).map((row, nth) => (
              <tr key={lines[nth]}>
                {fields.map((field) => (
                  <td key={field}>{row[field]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Group mt="md" gap="sm">
        <Button disabled={!isNamed || rows.length === 0} onClick={() => onSend({ rows, lines, skipped: [] })}>
          {t('bulk.map.send', { count: rows.length, shown: formatNumber(i18n, rows.length) })}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('bulk.map.cancel')}
        </Button>
      </Group>
    </section>
  )
}
