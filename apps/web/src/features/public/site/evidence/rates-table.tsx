import { useTranslation } from 'react-i18next'
import text from '../../../../ui/theme/text.module.css'
import classes from './evidence.module.css'
import { CardText, Figure, groupsAt, useEvidence, valueAt } from './figure.tsx'
import { ScrollingTable } from './scrolling-table.tsx'

interface RatesTableProps {
  /** Path of a table in the card. */
  path: string
  caption: string
  /** What a group is: a source, a length, a group of writers. */
  group: string
  /** Largest groups first, instead of the card's order. */
  isLargestFirst?: boolean
  /** Without the counts of flagged texts and the ends of the intervals, which the plot shows. */
  isNarrow?: boolean
}

/**
 * Groups with their share of flagged texts, drawn as a point on its interval; renders nothing if the card has
 * no such table.
 */
export function RatesTable({
  path: tablePath,
  caption,
  group,
  isLargestFirst = false,
  isNarrow = false,
}: RatesTableProps) {
  const { t } = useTranslation('site')
  const rows = groupsAt(useEvidence().card, tablePath).filter(({ rate }) => rate.n >= 30)
  if (rows.length === 0) return null
  if (isLargestFirst) rows.sort((a, b) => b.rate.n - a.rate.n)
  const widest = Math.max(...rows.map(({ rate }) => rate.interval.high))
  return (
    <ScrollingTable caption={caption}>
      <thead>
        <tr>
          <th scope="col">{group}</th>
          <th scope="col" className={classes.right}>
            {t('evaluation.texts')}
          </th>
          {!isNarrow && (
            <th scope="col" className={classes.right}>
              {t('evaluation.flagged')}
            </th>
          )}
          <th scope="col" className={classes.right}>
            {t('evaluation.share')}
          </th>
          <th scope="col">{t('evaluation.interval')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ rate, path }) => (
          <tr key={path}>
            <th scope="row">
              <GroupName path={`${path}.group`} />
            </th>
            <td className={classes.right}>
              <Figure path={`${path}.n`} format="count" />
            </td>
            {!isNarrow && (
              <td className={classes.right}>
                <Figure path={`${path}.flagged`} format="count" />
              </td>
            )}
            <td className={classes.right}>
              <Figure path={`${path}.rate`} format="share" />
            </td>
            <td>
              <span className={classes.interval}>
                <IntervalPlot
                  low={rate.interval.low / widest}
                  rate={rate.rate / widest}
                  high={rate.interval.high / widest}
                />
                <span className={isNarrow ? text.visuallyHidden : undefined}>
                  <Figure path={`${path}.interval.low`} format="share" /> –{' '}
                  <Figure path={`${path}.interval.high`} format="share" />
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

const width = 160

/** A share as a point on its interval, scaled to the widest interval in the table. */
function IntervalPlot({ low, rate, high }: { low: number; rate: number; high: number }) {
  const x = (share: number) => 4 + share * (width - 8)
  return (
    <svg className={classes.plot} width={width} height={16} viewBox={`0 0 ${width} 16`} aria-hidden="true">
      <line x1={x(0)} x2={x(1)} y1={8} y2={8} className={classes.axis} />
      <line x1={x(low)} x2={x(high)} y1={8} y2={8} className={classes.span} />
      <circle cx={x(rate)} cy={8} r={4} className={classes.point} />
    </svg>
  )
}

/** How companies spell their names; the card has them in lower case. */
const properNames = new Map([
  ['01ai', '01.AI'],
  ['alibaba', 'Alibaba'],
  ['anthropic', 'Anthropic'],
  ['baidu', 'Baidu'],
  ['bigscience', 'BigScience'],
  ['bytedance', 'ByteDance'],
  ['cohere', 'Cohere'],
  ['deepseek', 'DeepSeek'],
  ['eleutherai', 'EleutherAI'],
  ['google', 'Google'],
  ['google|anthropic', 'Google / Anthropic'],
  ['liquid', 'Liquid AI'],
  ['meta', 'Meta'],
  ['microsoft', 'Microsoft'],
  ['minimax', 'MiniMax'],
  ['mistral', 'Mistral'],
  ['moonshot', 'Moonshot'],
  ['openai', 'OpenAI'],
  ['reka', 'Reka'],
  ['tencent', 'Tencent'],
  ['tii', 'TII'],
  ['xai', 'xAI'],
  ['xiaomi', 'Xiaomi'],
  ['zhipu', 'Zhipu'],
])

/** Collections whose texts the evaluation describes in plain words. */
const describedSources = [
  'aplang2024',
  'apt-eval',
  'coauthor',
  'detector-bias',
  'ellipse',
  'falmouth_essays',
  'hai_diversity',
  'hppt',
  'mercor2025',
  'mixset',
  'outfox',
  'semeval24-taskC',
  'seqxgpt',
  'uqam_audit_en',
] as const

/** Vendor groups of the card that are not companies. */
const vendorGroups = new Map<string, 'fineTuned' | 'other' | 'unknown'>([
  ['finetune/other', 'fineTuned'],
  ['other', 'other'],
  ['unknown', 'unknown'],
])

/**
 * A group's display name: a company by its own name, a source by what its texts are, with the name that the
 * model card has for it.
 */
function GroupName({ path }: { path: string }) {
  const { t } = useTranslation('site')
  const { card } = useEvidence()
  const group = String(valueAt(card, path))
  const name = properNames.get(group)
  if (name !== undefined) return <span data-card-words={path}>{name}</span>
  const vendorGroup = path.startsWith('measured.ai_by_vendor.') ? vendorGroups.get(group) : undefined
  if (vendorGroup !== undefined)
    return <span data-card-words={path}>{t(`evaluation.vendor.${vendorGroup}`)}</span>
  const described = describedSources.find((source) => source === group)
  if (described === undefined) return <CardText path={path} />
  return (
    <>
      {t(`evaluation.source.${described}`)}
      <small data-card-words={path}>{group}</small>
    </>
  )
}
