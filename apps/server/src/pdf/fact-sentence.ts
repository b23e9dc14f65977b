import { type EditingHistory, factRatesOf, type PlainFact } from '@penmark/contract'
import { factCount, factName, type HistoryPart, historyParts, largestShare } from '@penmark/wording'
import type { Wording } from './wording.ts'

const times = new Set(['created', 'modified'])

/** One fact of the file of that name, in the words of the report. */
export function factSentence({ t, format, zone }: Wording, fact: PlainFact, filename: string): string {
  const { kind, name, value, count, scan } = fact
  if (scan) {
    const share = (percent: number) => format.share(percent / 100)
    const pages =
      scan.pages.length > 1
        ? scan.pages.map(({ page, confidence }) => t('scan.page', { page, share: share(confidence) }))
        : []
    return [t('scan.mean', { share: share(scan.confidence) }), ...pages].join(' · ')
  }
  const known = name ? factName(name) : null
  const isTime = name && times.has(name) && value && !Number.isNaN(Date.parse(value))
  const quoted = kind === 'hidden-text' || kind === 'prompt-echo'
  const parts = [
    name ? (known ? t(known) : name) : '',
    value
      ? isTime
        ? t('print.time', { moment: format.moment(value), zone })
        : quoted
          ? t('facts.quote', { text: value })
          : value
      : '',
    count === null ? '' : t(factCount(kind), { count, shown: format.count(count) }),
    ...factRatesOf(fact, filename).map(({ files, found, n }) =>
      t(`facts.rate.${files}`, { found: format.count(found), n: format.count(n) }),
    ),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

export function wordsOfParts({ t, format }: Wording, parts: readonly HistoryPart[]): string {
  return parts.map(({ key, count }) => t(key, { count, shown: format.count(count) })).join(', ')
}

/** How a Word file was written, in one sentence. */
export function historySentence(wording: Wording, history: EditingHistory): string {
  const parts = wordsOfParts(wording, historyParts(history))
  const share = largestShare(history)
  return share === null ? parts : wording.t('history.share', { parts, share: wording.format.share(share) })
}
