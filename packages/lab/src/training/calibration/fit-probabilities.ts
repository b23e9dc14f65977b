import type { ProbabilityBand } from '@penmark/detector/lab'
import { documentBands } from './bands.ts'

/** A text of a left-out source, and its rarity among student texts. */
export interface Placed {
  source: string
  ai: boolean
  words: number
  rarity: number
}

const smallestBand = 500
/** The number of points of the curve, each with a similar share of the weight. */
const points = 24

/** Weights both labels equally, and within each label all sources. */
export function evenWeights(texts: readonly Placed[]): Float64Array {
  const sizes = new Map<string, number>()
  const sources = new Map<boolean, Set<string>>([
    [true, new Set()],
    [false, new Set()],
  ])
  for (const { source, ai } of texts) {
    sizes.set(`${source} ${ai}`, (sizes.get(`${source} ${ai}`) ?? 0) + 1)
    sources.get(ai)?.add(source)
  }
  return Float64Array.from(
    texts,
    ({ source, ai }) => 0.5 / (sources.get(ai)?.size ?? 1) / (sizes.get(`${source} ${ai}`) ?? 1),
  )
}

interface Block {
  weight: number
  ai: number
  above: number
}

/** Isotonic regression by pooling adjacent violators (Ayer et al. 1955). */
function pooled(blocks: readonly Block[]): Block[] {
  const out: Block[] = []
  for (const block of blocks) {
    let last = { ...block }
    for (
      let before = out.at(-1);
      before !== undefined && before.ai / before.weight >= last.ai / last.weight;
      before = out.at(-1)
    ) {
      out.pop()
      const weight = before.weight + last.weight
      last = {
        weight,
        ai: before.ai + last.ai,
        above: (before.above * before.weight + last.above * last.weight) / weight,
      }
    }
    out.push(last)
  }
  return out
}

/**
 * The share of machine texts by length and rarity, with both labels and all sources of a label weighted
 * equally.
 */
export function fitProbabilities(texts: readonly Placed[]): ProbabilityBand[] {
  return documentBands.flatMap(([from, to]): ProbabilityBand[] => {
    const here = texts.filter(({ words }) => words >= from && (to === null || words <= to))
    if (here.length < smallestBand) return []
    const weights = evenWeights(here)
    const order = here.map((_, i) => i).sort((a, b) => (here[a]?.rarity ?? 0) - (here[b]?.rarity ?? 0))
    const blocks: Block[] = []
    let open: Block = { weight: 0, ai: 0, above: 0 }
    for (const i of order) {
      const weight = weights[i] as number
      const { ai, rarity } = here[i] as Placed
      open.weight += weight
      open.above += weight * rarity
      if (ai) open.ai += weight
      if (open.weight >= 1 / points) {
        blocks.push({ ...open, above: open.above / open.weight })
        open = { weight: 0, ai: 0, above: 0 }
      }
    }
    if (open.weight > 0) blocks.push({ ...open, above: open.above / open.weight })
    const curve = pooled(blocks)
    const round = (value: number): number => Number(value.toFixed(4))
    // No number of texts proves certainty.
    const share = curve.map(({ ai, weight }) => round(Math.max(0.002, Math.min(0.998, ai / weight))))
    return [{ from, to, n: here.length, above: curve.map(({ above }) => round(above)), share }]
  })
}
