import { Button } from '@mantine/core'
import type { SharedTexts } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import rows from '../../../ui/row-list/row-list.module.css'
import text from '../../../ui/theme/text.module.css'
import classes from '../overlap.module.css'
import { sourcesAddress, useAddSource, useDeleteSource } from './queries.ts'

/** A quotation or a chapter is long, and more than a few would push the texts off the screen. */
const offered = 5
const wordsOfName = 8

interface Passage {
  number: number
  words: number
  text: string
}

/** The longest passages, in the order in which the page numbers them. */
function longestPassages({ texts: [first], passages }: SharedTexts): Passage[] {
  return passages
    .map(({ ranges: [{ start, end }], words }, nth) => ({
      number: nth + 1,
      words,
      text: first.slice(start, end),
    }))
    .toSorted((a, b) => b.words - a.words)
    .slice(0, offered)
    .toSorted((a, b) => a.number - b.number)
}

/** Offers each passage of a pair as a source of the class: what everybody quotes is nobody's copy. */
export function PassageSources({ classId, shared }: { classId: string; shared: SharedTexts }) {
  const { t } = useTranslation('overlap')
  return (
    <section className={classes.result} aria-labelledby="passage-sources">
      <h2 id="passage-sources" className={classes.subtitle}>
        {t('pair.sources.title')}
      </h2>
      <p className={classes.soft}>
        {t('pair.sources.lead')} <Link to={sourcesAddress(classId)}>{t('pair.sources.all')}</Link>
      </p>
      <ul className={rows.list}>
        {longestPassages(shared).map((passage) => (
          <PassageRow key={passage.number} classId={classId} passage={passage} />
        ))}
      </ul>
    </section>
  )
}

function PassageRow({ classId, passage }: { classId: string; passage: Passage }) {
  const { t, i18n } = useTranslation('overlap')
  const [sourceId, setSourceId] = useState<string | null>(null)
  const add = useAddSource(classId)
  const remove = useDeleteSource(classId)
  const number = formatNumber(i18n, passage.number)
  const words = passage.text.trim().split(/\s+/)
  const start = words
    .slice(0, wordsOfName)
    .join(' ')
    .replace(/[,;:]$/, '')
  const name = t(words.length > wordsOfName ? 'pair.sources.beginning' : 'pair.sources.whole', { start })
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <span translate="no">{name}</span>
        <span className={text.small}>
          {t('pair.sources.passage', {
            number,
            count: passage.words,
            shown: formatNumber(i18n, passage.words),
          })}
          {sourceId !== null && ` · ${t('pair.sources.added')}`}
        </span>
        {add.isError && (
          <Notice tone="error">{t('sources.form.failed', { detail: detailOf(add.error) })}</Notice>
        )}
        {remove.isError && (
          <Notice tone="error">{t('sources.remove.failed', { detail: detailOf(remove.error) })}</Notice>
        )}
      </div>
      {sourceId === null ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('pair.sources.add.of', { number })}
          loading={add.isPending}
          onClick={() =>
            add.mutate(
              { name: name.slice(0, 200), kind: 'book', content: { text: passage.text } },
              { onSuccess: ({ id }) => setSourceId(id) },
            )
          }
        >
          {t('pair.sources.add')}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('pair.sources.undo.of', { number })}
          loading={remove.isPending}
          onClick={() => remove.mutate(sourceId, { onSuccess: () => setSourceId(null) })}
        >
          {t('pair.sources.undo')}
        </Button>
      )}
    </li>
  )
}
