import type { Figures, Overview, SharingGroup } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/format/format.ts'
import classes from './overview.module.css'

interface SummaryProps {
  data: Overview
  /** Whether a reply leads to the list of cases, where the page shows none itself. */
  linksReplies: boolean
}

/** How much was read, and in one sentence what that means. */
export function Summary({ data, linksReplies }: SummaryProps) {
  const { t, i18n } = useTranslation('overview')
  const { figures, words } = data
  const shown = (count: number) => formatNumber(i18n, count)
  return (
    <div>
      <p className={classes.read}>
        <Progress data={data} />
        <Counted name="documents" figures={figures}>
          {t('texts', { count: figures.documents, shown: shown(figures.documents) })}
        </Counted>
        {` · ${t('words', { count: words, shown: shown(words) })}`}
      </p>
      <Sentence data={data} />
      {(data.sharing_groups.length > 0 || (linksReplies && data.replied > 0)) && (
        <p className={classes.beside}>
          <Sharing data={data} />
          {linksReplies && data.replied > 0 && (
            <Link to="/cases">{t('sum.replied', { count: data.replied, shown: shown(data.replied) })}</Link>
          )}
        </p>
      )}
      <Bar figures={figures} />
    </div>
  )
}

/** A figure in words, with its name and value for whoever checks that it is the same everywhere. */
function Counted({
  name,
  figures,
  children,
}: {
  name: keyof Figures
  figures: Figures
  children: ReactNode
}) {
  return (
    <span data-figure={name} data-value={figures[name]}>
      {children}
    </span>
  )
}

function Progress({ data: { progress } }: Pick<SummaryProps, 'data'>) {
  const { t, i18n } = useTranslation('overview')
  if (progress === null) return null
  const { read, of: total, seconds_left } = progress
  const minutes = seconds_left === null ? null : Math.round(seconds_left / 60)
  const left = minutes === null ? null : minutes === 0 ? t('left.soon') : t('left', { count: minutes })
  const reading = t('reading', { done: formatNumber(i18n, read), total: formatNumber(i18n, total) })
  return `${[reading, ...(left === null ? [] : [left])].join(', ')} · `
}

/**
 * `3 texts need you, 2 are unclear, nothing found in 22, 1 closed.` While texts are being read, it never says
 * that none needs the teacher.
 */
function Sentence({ data: { figures, progress } }: Pick<SummaryProps, 'data'>) {
  const { t, i18n } = useTranslation('overview')
  const { needs_you, unclear, nothing_found, out_of_words, failed, closed } = figures
  const isReading = progress !== null
  const part = (name: keyof Figures, key: 'unclear' | 'nothingFound' | 'outOfWords' | 'failed' | 'closed') =>
    figures[name] > 0
      ? [{ name, text: t(`sum.${key}`, { count: figures[name], shown: formatNumber(i18n, figures[name]) }) }]
      : []
  const others = [
    ...part('unclear', 'unclear'),
    ...part('nothing_found', 'nothingFound'),
    ...part('out_of_words', 'outOfWords'),
    ...part('failed', 'failed'),
    ...part('closed', 'closed'),
  ]
  const saysWhoNeedsYou = needs_you > 0 || !isReading
  if (needs_you + unclear + nothing_found + out_of_words + failed + closed === 0) return null
  const first = t(isReading ? 'sum.soFar' : 'sum.needsYou', {
    count: needs_you,
    shown: formatNumber(i18n, needs_you),
  })
  return (
    <p className={classes.sum}>
      {saysWhoNeedsYou && (
        <Counted name="needs_you" figures={figures}>
          <b>{first}</b>
        </Counted>
      )}
      {others.map(({ name, text }, nth) => (
        <span key={name}>
          {(saysWhoNeedsYou || nth > 0) && ', '}
          <Counted name={name} figures={figures}>
            {text}
          </Counted>
        </span>
      ))}
      .
    </p>
  )
}

const nameOf = (member: SharingGroup['members'][number]) => member.student_name ?? readableName(member)

/** Who shares how much with whom, the most first. Links to the two texts that share most. */
function Sharing({ data: { sharing_groups: groups, sharing_total } }: Pick<SummaryProps, 'data'>) {
  const { t, i18n } = useTranslation('overview')
  const [largest] = groups
  const [first, second, third] = largest?.members ?? []
  if (!largest || !first || !second) return null
  const shown = formatNumber(i18n, largest.words)
  const names = { first: nameOf(first), second: nameOf(second), words: shown }
  const others = largest.documents - 2
  const text =
    largest.documents === 2
      ? t('share.two', { ...names, count: largest.words, shown })
      : largest.documents === 3 && third
        ? t('share.three', { ...names, third: nameOf(third) })
        : t('share.many', { ...names, count: others, shown: formatNumber(i18n, others) })
  const more = sharing_total - 1
  return (
    <>
      <Link to={pairAddress(first.id, largest)}>{text}</Link>
      {more > 0 && ` ${t('share.more', { count: more, shown: formatNumber(i18n, more) })}`}{' '}
    </>
  )
}

/** The two texts of a group that share most, beside each other. */
export function pairAddress(document_id: string, { pair_id }: Pick<SharingGroup, 'pair_id'>): string {
  return `/documents/${encodeURIComponent(document_id)}/shared-passages/${encodeURIComponent(pair_id)}`
}

const parts = ['needs_you', 'unclear', 'nothing_found', 'closed', 'unread'] as const

/** The proportions of the sentence above, which says the same in words. */
function Bar({ figures }: Pick<Overview, 'figures'>) {
  return (
    <div className={classes.bar} aria-hidden="true">
      {parts.map(
        (name) =>
          figures[name] > 0 && <span key={name} data-part={name} style={{ flexGrow: figures[name] }} />,
      )}
    </div>
  )
}
