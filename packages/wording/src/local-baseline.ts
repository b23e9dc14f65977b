import type { Finding, FrozenReport } from '@penmark/contract'
import { type Baseline, type BaselineCounts, baselineTexts } from '@penmark/contract'
import type { Formatters } from './formatters.ts'
import { findingOf, headlineOf } from './headline.ts'

/** Shares of human texts at which the policy's findings begin: one in a thousand, and one in a hundred. */
const policy = { finding: 0.001, inconclusive: 0.01 }

/** (1 + exceeding) / (n + 1), as for the published texts; null if there are too few. */
function pValueOf({ n, exceeding }: BaselineCounts): number | null {
  return n < baselineTexts ? null : (1 + exceeding) / (n + 1)
}

/**
 * One step softer where more local texts reach this score than the finding allows. Only texts that do reach
 * it count: with 60 texts the p-value cannot fall below 1.6 %, which would take back every finding without
 * saying anything about this text.
 */
function softened(finding: Finding, pools: readonly BaselineCounts[]): Finding {
  const rate = Math.max(0, ...pools.map(({ n, exceeding }) => exceeding / n))
  if ((finding === 'ai-likely' || finding === 'mixed') && rate > policy.finding) return 'inconclusive'
  return finding === 'inconclusive' && rate > policy.inconclusive ? 'no-evidence' : finding
}

const largest = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/**
 * A report in the light of local texts, which can only speak for a student: the larger p-value is stated, and
 * a finding can only be softened.
 */
export function readWithBaseline(
  report: Pick<FrozenReport, 'calibration' | 'finding' | 'score' | 'label'>,
  { own, school }: Pick<Baseline, 'own' | 'school'>,
): Baseline {
  const pools = [own, school].filter((pool) => pool !== null)
  const finding = findingOf(report)
  const softenedFinding = softened(
    finding,
    pools.filter(({ n }) => n >= baselineTexts),
  )
  const local_p_value = largest(pools.map(pValueOf))
  return {
    own,
    school,
    local_p_value,
    stated_p_value: largest([local_p_value, report.calibration?.p_value ?? null]),
    finding: softenedFinding === finding ? report.finding : softenedFinding,
  }
}

/** One sentence about a comparison, as a key of the locale file with its values. */
export interface BaselineSentence {
  key: `baseline.${'own' | 'school' | 'few' | 'local' | 'published' | 'onlyLocal' | 'resolution' | 'softened'}`
  values: Record<string, string | number>
  /** The headline that the sentence quotes, as a key. */
  headline: `headline.${'unusual' | 'nothing'}` | null
}

type Compared = Pick<FrozenReport, 'calibration' | 'finding' | 'score' | 'label' | 'ai_share'>

const softenedKeys: Partial<Record<Finding, 'headline.unusual' | 'headline.nothing'>> = {
  inconclusive: 'headline.unusual',
  'no-evidence': 'headline.nothing',
}

/** What page and PDF say about the texts written in class; empty if there are none. */
export function baselineSentences(
  report: Compared,
  baseline: Baseline,
  format: Pick<Formatters, 'count' | 'rate'>,
): BaselineSentence[] {
  const { own, school, local_p_value: local } = baseline
  const sentences: BaselineSentence[] = []
  const add = (
    key: BaselineSentence['key'],
    values: BaselineSentence['values'] = {},
    headline: BaselineSentence['headline'] = null,
  ) => sentences.push({ key, values, headline })
  const pools = { own, school }
  for (const name of ['own', 'school'] as const) {
    const pool = pools[name]
    if (pool && pool.n > 0)
      add(`baseline.${name}`, {
        count: pool.exceeding,
        shown: format.count(pool.exceeding),
        n: format.count(pool.n),
      })
  }
  if (sentences.length === 0) return []
  if (local === null) {
    add('baseline.few', { needed: format.count(baselineTexts) })
    return sentences
  }
  const published = report.calibration?.p_value ?? null
  if (published === null) add('baseline.onlyLocal', { local: format.rate(local) })
  else
    add(local > published ? 'baseline.local' : 'baseline.published', {
      local: format.rate(local),
      published: format.rate(published),
    })
  const headline =
    baseline.finding === report.finding || baseline.finding === null
      ? undefined
      : softenedKeys[baseline.finding]
  if (headline) add('baseline.softened', {}, headline)
  else if (published !== null && local > published && headlineOf(report).tone !== 'nothing')
    add('baseline.resolution')
  return sentences
}
