import { createDetector } from '@penmark/detector'
import {
  bandOf,
  type ContextReader,
  flaggedRarity,
  type Model,
  Predictor,
  type RetellingOffset,
  rarityOf,
  read,
  retellingOffset,
  scan,
  statisticAt,
  tokenFacts,
  wordStarts,
} from '@penmark/detector/lab'
import { chosenRate, tailHeight, upperQuantile } from '../training/calibration/null-distribution.ts'

/** A rule without how much it takes off, which people's retellings say. */
export type RetellingRule = Omit<RetellingOffset, 'by'>

/** A group of texts, and those of them that reach a score of 0.5 or of 0.3 before and with the offset. */
export interface BeforeAndWith {
  group: string
  texts: number
  retellings: number
  flagged: { before: number; with: number }
  unusual: { before: number; with: number }
}

/** Machine texts of a kind by length, and what the kind loses as a whole, longer texts included. */
export interface MachineLoss {
  kind: string
  bands: { from: number; to: number; texts: number; found: { before: number; with: number } }[]
  /** Share of all texts of the kind, of any length, whose finding is lost. */
  lost: number
}

/** What would spare people as the rule does: findings of short texts before and with it. */
export interface Remedy {
  name: 'rarity' | 'words alone' | 'retellings'
  /** The least rarity, or log-odds of the words alone, that a finding needs: just above the highest of summaries. */
  from: number | null
  summaries: { before: number; with: number }
  people: { before: number; with: number }
  machines: { before: number; with: number }
}

export interface RetellingFigures {
  rule: RetellingOffset
  /** The repositories whose retellings chose the offset, and how many they are. */
  choosing: { repositories: string[]; retellings: number }
  people: BeforeAndWith[]
  machines: MachineLoss[]
  remedies: Remedy[]
  /**
   * Where the card's shares of machine texts were measured without the offset: with which version, and how many
   * texts by models of these years are retellings. At most so many more are missed.
   */
  affected?: { version: string; years: string; texts: number }
  /** Summaries in the table of kinds besides the gathered ones, where that was measured without the offset. */
  other_summaries?: { people: number; flagged: number; unscored: number }
}

/** The tail of people's retellings is read off above this share of them. */
const tailFrom = 0.1

/**
 * The offset with which `chosenRate` of people's retellings would reach a finding, as of students' texts: from the
 * margins by which they exceed their thresholds, whose tail is taken as exponential.
 */
export function chooseOffset(margins: readonly number[]): number {
  const start = upperQuantile(margins, tailFrom)
  const by = start + tailHeight(margins, start) * Math.log(tailFrom / chosenRate)
  return Math.max(0, Math.ceil(by * 1e4) / 1e4)
}

/** Reads each text once, though several models ask. */
export function remembering(reader: ContextReader): ContextReader {
  let last: { text: string; reading: ReturnType<ContextReader['read']> } | null = null
  return {
    open: () => reader.open(),
    read(tokens) {
      const text = tokens.join(' ')
      if (last?.text !== text) last = { text, reading: reader.read(tokens) }
      return last.reading
    },
  }
}

export interface JudgedText {
  words: number
  isRetelling: boolean
  /** The statistic above the threshold of the text's length. */
  margin: number
  rarity: number
  /** Log-odds of the strongest stretch, from its words alone. */
  alone: number
  /** Null without a score, for example of imaginative writing. */
  score: number | null
}

/** Judges texts by a model without the offset, and tells which of them the rule holds for. */
export function judgeOf(
  model: Model,
  rule: RetellingRule,
  reader: ContextReader,
): (text: string) => Promise<JudgedText> {
  const detector = createDetector({ ...model, retellings: null }, reader)
  const predictor = new Predictor(model)
  return async (text) => {
    const { tokens } = read(text)
    const prepared = predictor.prepare(tokens, await reader.read(tokens))
    const starts = wordStarts(prepared.facts)
    const words = Math.max(starts.length, model.minimumWords)
    const { size } = prepared.facts
    const strongest = scan(
      { from: 0, to: size, starts },
      model.scales,
      (from, to) =>
        from === 0 && to === size ? predictor.logOdds(prepared) : predictor.rangeLogOdds(prepared, from, to),
      model.stretches,
    )
    const band = bandOf(model.nulls, words)
    const alone = predictor.prepare(tokens, null)
    return {
      words,
      alone: predictor.rangeLogOdds(alone, strongest.from, strongest.to),
      rarity: band === null ? 0 : rarityOf(band, strongest.standardised, words),
      isRetelling: retellingOffset({ ...rule, by: 1 }, prepared, words) > 0,
      margin: strongest.standardised - (band === null ? 0 : statisticAt(band, flaggedRarity)),
      score: (await detector.score(text)).score,
    }
  }
}

/** How many of a group reach a finding, or are unusual, before and with the offset. */
export function beforeAndWith(
  group: string,
  judged: readonly { before: number | null; with: number | null; isRetelling: boolean }[],
): BeforeAndWith {
  const reaching = (from: number) => ({
    before: judged.filter((one) => (one.before ?? 0) >= from).length,
    with: judged.filter((one) => (one.with ?? 0) >= from).length,
  })
  return {
    group,
    texts: judged.length,
    retellings: judged.filter(({ isRetelling }) => isRetelling).length,
    flagged: reaching(0.5),
    unusual: reaching(0.3),
  }
}

/** The lengths of which the loss is stated apart. */
export const lossBands: readonly (readonly [from: number, to: number])[] = [
  [50, 99],
  [100, 149],
  [150, 199],
  [200, 249],
]

/** What a kind loses: `counts` holds how many of its texts have each of these lengths, and `all` of any length. */
export function machineLoss(
  kind: string,
  judged: readonly { words: number; before: number | null; with: number | null }[],
  { counts, all }: { counts: readonly number[]; all: number },
): MachineLoss {
  const bands = lossBands.map(([from, to]) => {
    const here = judged.filter(({ words }) => words >= from && words <= to)
    return {
      from,
      to,
      texts: here.length,
      found: {
        before: here.filter((one) => (one.before ?? 0) >= 0.5).length,
        with: here.filter((one) => (one.with ?? 0) >= 0.5).length,
      },
    }
  })
  const lost = bands.reduce(
    (sum, { texts, found }, i) =>
      sum + ((counts[i] ?? 0) * (found.before - found.with)) / Math.max(1, texts) / Math.max(1, all),
    0,
  )
  return { kind, bands, lost: Number(lost.toFixed(5)) }
}

/** Whether the rule holds for a text. */
export function isRetelling(text: string, rule: RetellingRule): boolean {
  const facts = tokenFacts(read(text).tokens)
  return retellingOffset({ ...rule, by: 1 }, { facts }, wordStarts(facts).length) > 0
}

interface Found extends JudgedText {
  with: number | null
}

/** Compares remedies on texts of the rule's length: gathered summaries, all people, and machine texts. */
export function compareRemedies(
  summaries: readonly Found[],
  others: { people: readonly Found[]; machines: readonly Found[] },
): Remedy[] {
  const flagged = (list: readonly Found[]): Found[] => list.filter(({ score }) => (score ?? 0) >= 0.5)
  const justAbove = (value: (one: Found) => number): number =>
    Math.ceil(Math.max(0, ...flagged(summaries).map(value)) * 100 + 1) / 100
  const remedy = (name: Remedy['name'], from: number | null, keeps: (one: Found) => boolean): Remedy => {
    const count = (list: readonly Found[]) => {
      const before = flagged(list)
      return { before: before.length, with: before.filter(keeps).length }
    }
    return {
      name,
      from,
      summaries: count(summaries),
      people: count(others.people),
      machines: count(others.machines),
    }
  }
  const [rarity, alone] = [justAbove((one) => one.rarity), justAbove((one) => one.alone)]
  return [
    remedy('rarity', rarity, (one) => one.rarity >= rarity),
    remedy('words alone', alone, (one) => one.alone >= alone),
    remedy('retellings', null, (one) => (one.with ?? 0) >= 0.5),
  ]
}
