import type { MeasuredShare, ReleasedComparison } from '@penmark/detector/authorship'
import { auc, clopperPearson } from '../evaluation/statistics/roc.ts'
import { Progress } from '../progress.ts'
import { grouped } from '../sampling.ts'
import { makeMethods, scalesOf, textsToFit } from './methods.ts'
import {
  machineSources,
  makeTrials,
  readWriters,
  type Trial,
  type TrialKind,
  writerSources,
} from './writers.ts'

export interface AuthorshipShare extends MeasuredShare {
  kind: TrialKind
  source: string
}

export interface MethodFigures {
  name: string
  /** Areas under the curve, on held-out writers: against texts by others and by machines. */
  auc_other: number | null
  auc_machine: number | null
  /** At a threshold chosen in the same way for every method. */
  same: number
  same_other_genre: number
  other: number
  machine: number
}

export interface AuthorshipFigures {
  seed: number
  sources: readonly string[]
  machine_sources: readonly string[]
  writers: { fit: number; tune: number; held_out: number }
  threshold: number
  /** The released method on held-out writers. */
  released: { all: AuthorshipShare[]; by_source: AuthorshipShare[] }
  /** One comparison for each held-out writer, the first. */
  once_a_writer: MeasuredShare
  methods: MethodFigures[]
}

/** Of the tuned comparisons of one writer, this share may differ in the worst source; and in all of them. */
const allowed = { inASource: 0.006, inAll: 0.003 }
/** Fewer comparisons than this say nothing about a share so small. */
const fewestTrials = 60

const isSame = ({ kind }: Trial) => kind === 'same' || kind === 'same-other-genre'

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => b - a)
  return sorted[Math.floor(share * sorted.length)] ?? Number.POSITIVE_INFINITY
}

/** High enough for every source and change of genre, so that no group of writers pays for the others. */
function chooseThreshold(trials: readonly Trial[], distances: readonly number[]): number {
  const tuned = trials.flatMap((trial, i) =>
    trial.part === 'tune' && isSame(trial) ? [{ trial, distance: distances[i] ?? 0 }] : [],
  )
  const groups = [...grouped(tuned, ({ trial }) => `${trial.source} ${trial.kind}`).values()].filter(
    ({ length }) => length >= fewestTrials,
  )
  const of = (group: typeof tuned, share: number) =>
    quantile(
      group.map(({ distance }) => distance),
      share,
    )
  return Math.max(of(tuned, allowed.inAll), ...groups.map((group) => of(group, allowed.inASource)))
}

function shareOf(trials: readonly { trial: Trial; distance: number }[], threshold: number): MeasuredShare {
  const differing = trials.filter(({ distance }) => distance > threshold).length
  return {
    n: trials.length,
    writers: new Set(trials.map(({ trial }) => trial.writer)).size,
    differing,
    high: Number(clopperPearson(differing, trials.length).high.toPrecision(4)),
  }
}

const round = (value: number | null) => (value === null ? null : Number(value.toFixed(4)))

/** Measures every method and returns the released one, with its figures, as the detector ships it. */
export function measureAuthorship(
  folder: string,
  seed: number,
): { figures: AuthorshipFigures; released: ReleasedComparison } {
  const { writers, machine } = readWriters(folder, seed)
  const trials = makeTrials(writers, machine, seed)
  const open = new Set<string>(writerSources.filter(({ isOpen }) => isOpen).map(({ name }) => name))
  const scales = scalesOf(textsToFit(writers, ({ source }) => open.has(source)))
  const { released, methods } = makeMethods(
    trials,
    textsToFit(writers, () => true),
    scales,
    seed,
  )
  const progress = new Progress('compare', methods.length)
  const measured = methods.map(({ name, distanceOf }, nth) => {
    const distances = trials.map(distanceOf)
    progress.at(nth + 1)
    const threshold = Number(chooseThreshold(trials, distances).toPrecision(6))
    const heldOut = trials.flatMap((trial, i) =>
      trial.part === 'held-out' ? [{ trial, distance: distances[i] ?? 0 }] : [],
    )
    const of = (...kinds: TrialKind[]) => heldOut.filter(({ trial }) => kinds.includes(trial.kind))
    const values = (...kinds: TrialKind[]) => of(...kinds).map(({ distance }) => distance)
    const rate = (kind: TrialKind) => {
      const { n, differing } = shareOf(of(kind), threshold)
      return Number((differing / Math.max(1, n)).toFixed(4))
    }
    return {
      threshold,
      heldOut,
      of,
      figures: {
        name,
        auc_other: round(auc(values('same'), values('other'))),
        auc_machine: round(auc(values('same'), values('machine'))),
        same: rate('same'),
        same_other_genre: rate('same-other-genre'),
        other: rate('other'),
        machine: rate('machine'),
      },
    }
  })
  progress.end(`${trials.length} comparisons`)
  const [first] = measured
  if (first === undefined) throw new Error('No method was measured.')
  const { threshold, heldOut, of } = first
  const kinds: TrialKind[] = ['same', 'same-other-genre', 'other', 'machine']
  const firstOfWriter = [...grouped(of('same'), ({ trial }) => trial.writer).values()].flatMap((own) =>
    own.slice(0, 1),
  )
  const parts = [...writers.values()].flatMap((own) => (own.length > 3 ? own.slice(0, 1) : []))
  const writersIn = (name: string) => parts.filter(({ part }) => part === name).length
  return {
    figures: {
      seed,
      sources: writerSources.map(({ name }) => name),
      machine_sources: machineSources,
      writers: { fit: writersIn('fit'), tune: writersIn('tune'), held_out: writersIn('held-out') },
      threshold,
      released: {
        all: kinds.map((kind) => ({ kind, source: 'all', ...shareOf(of(kind), threshold) })),
        by_source: kinds.flatMap((kind) =>
          [...grouped(of(kind), ({ trial }) => trial.source)].map(([source, own]) => ({
            kind,
            source,
            ...shareOf(own, threshold),
          })),
        ),
      },
      once_a_writer: shareOf(firstOfWriter, threshold),
      methods: measured.map(({ figures }) => figures),
    },
    released: {
      scales,
      ...released,
      threshold,
      measured: {
        same_writer: shareOf(
          heldOut.filter(({ trial }) => isSame(trial)),
          threshold,
        ),
        other_writer: shareOf(of('other'), threshold),
        machine: shareOf(of('machine'), threshold),
      },
    },
  }
}
