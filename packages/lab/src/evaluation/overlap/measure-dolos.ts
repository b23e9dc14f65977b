import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Collection } from '../../corpora/collection.ts'
import { Progress } from '../../progress.ts'
import {
  changes,
  type DolosFigures,
  type OverlapFigures,
  overlapClasses,
  plantInClasses,
  wordsRead,
} from './measure-overlap.ts'

/**
 * What Dolos says about two texts: the share of their fingerprints that are equal, and the longest run of
 * them.
 */
const ranks = ['similarity', 'longest'] as const
type Rank = (typeof ranks)[number]

interface DolosPair extends Record<Rank, number> {
  leftFile: { path: string }
  rightFile: { path: string }
}

interface Library {
  Dolos: new (options: {
    language: string
  }) => { analyze(files: unknown[]): Promise<{ allPairs(): DolosPair[] }> }
  File: new (path: string, content: string) => unknown
}

type Compare = (texts: readonly string[]) => Promise<DolosPair[]>

async function openDolos(folder: string): Promise<{ version: string; compare: Compare }> {
  const require = createRequire(join(folder, 'package.json'))
  const entry = require.resolve('@dodona/dolos-lib')
  const { Dolos, File } = (await import(pathToFileURL(entry).href)) as Library
  const { version } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@dodona/dolos-lib/package.json'), 'utf8'),
  ) as { version: string }
  const compare: Compare = async (texts) => {
    // What it recommends for plain text.
    const report = await new Dolos({ language: 'char' }).analyze(
      texts.map((text, nth) => new File(String(nth), text)),
    )
    return report.allPairs()
  }
  return { version, compare }
}

/** The lowest score that at most `most` of these pairs reach. */
function thresholdFor(scores: readonly number[], most: number): number {
  const sorted = scores.toSorted((a, b) => b - a)
  const next = sorted[most] ?? 0
  return sorted.findLast((score) => score > next) ?? Number.POSITIVE_INFINITY
}

/**
 * Measures Dolos (https://dolos.ugent.be) on the same classes and the same copied passages. It ranks pairs
 * without saying which of them share something, so it gets the threshold at which it shows as many pairs of
 * the untouched classes as this product does. `folder` is where `@dodona/dolos-lib` is installed.
 */
export async function measureDolos(
  folder: string,
  collection: Collection,
  { seed, natural }: OverlapFigures,
): Promise<DolosFigures> {
  const { version, compare } = await openDolos(folder)
  const classes = [...overlapClasses(collection, seed).values()].flat()
  const kinds = wordsRead.passages.flatMap((words) => changes.map((change) => ({ words, change })))
  const progress = new Progress('compare with Dolos', kinds.length + 1)
  const untouched: DolosPair[] = []
  for (const texts of classes) untouched.push(...(await compare(texts.map(({ text }) => text))))
  const most = natural.reduce((sum, { found }) => sum + found, 0)
  const thresholds = new Map(
    ranks.map((rank) => [
      rank,
      thresholdFor(
        untouched.map((pair) => pair[rank]),
        most,
      ),
    ]),
  )
  const reaches = (pair: DolosPair | undefined, rank: Rank) =>
    pair !== undefined && pair[rank] >= (thresholds.get(rank) ?? 0)
  const copied: ({ change: string; words: number; pairs: number } & Record<Rank, number>)[] = []
  for (const [nth, { words, change }] of kinds.entries()) {
    progress.at(nth + 1)
    const figure = { change: change.name, words, pairs: 0, similarity: 0, longest: 0 }
    for (const { texts } of plantInClasses(classes, words, change, seed)) {
      const pair = (await compare(texts)).find(
        ({ leftFile, rightFile }) => leftFile.path === '0' && rightFile.path === '1',
      )
      figure.pairs += 1
      for (const rank of ranks) figure[rank] += reaches(pair, rank) ? 1 : 0
    }
    copied.push(figure)
  }
  progress.end(`${classes.length} classes`)
  const found = (rank: Rank) => copied.reduce((sum, figure) => sum + figure[rank], 0)
  const rank = found('longest') > found('similarity') ? 'longest' : 'similarity'
  return {
    version,
    rank,
    natural: untouched.filter((pair) => reaches(pair, rank)).length,
    copied: copied.map((figure) => ({
      change: figure.change,
      words: figure.words,
      pairs: figure.pairs,
      found: figure[rank],
    })),
  }
}
