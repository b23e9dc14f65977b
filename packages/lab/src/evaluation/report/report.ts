import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuthorshipFigures } from '../../authorship/measure.ts'
import type { ReleaseCost } from '../../release/run-step.ts'
import type { PassageFigures } from '../boundaries.ts'
import type { ModelCard } from '../card.ts'
import type { EditedFigures } from '../edited/edited-by-degree.ts'
import type { LeftOutFigures } from '../groups/left-out.ts'
import type { VendorFigures } from '../groups/vendors.ts'
import type { OverlapFigures } from '../overlap/measure-overlap.ts'
import { ratePlot, reachingPlot, reliabilityPlot, separationPlot } from '../statistics/plot.ts'
import type { TailFigures } from '../tails.ts'
import { limits, releaseCost, repeatAll, stepsAndSources } from './closing.ts'
import { earlierWriting, findingFigures, sharedPassages } from './comparisons.ts'
import { creativeProse, creativeSources, mistakenRows, recognisedRows } from './creative.ts'
import { detectionStory } from './detection-page.ts'
import { groupsLeftOut, separations, vendorTable, vendorTexts } from './groups-left-out.ts'
import { writersOf, writtenKinds } from './kinds.ts'
import { opening, targetsReached, thresholds, triedAndNext } from './opening.ts'
import { rivals } from './other-detectors.ts'
import { type PreviousFigures, previousRelease } from './previous.ts'
import { shortRetellings } from './retellings.ts'
import { rateTable } from './table.ts'
import { tailsOfJudges } from './tails.ts'
import {
  editedTexts,
  flaggedByLength,
  humanTexts,
  machineTexts,
  passageBoundaries,
  segmentationFigures,
  speedAndAttacks,
} from './texts.ts'

/** A released model: its card, and the figures of left-out vendors and groups, if measured. */
export interface Reported {
  card: ModelCard
  vendors: VendorFigures | null
  leftOut: LeftOutFigures | null
  /** How edited texts are scored, if measured. */
  edited: EditedFigures | null
  /** Where passages begin and end, if measured. */
  boundaries: PassageFigures | null
  /** The tails of the released model and of its judges, if compared. */
  tails: TailFigures | null
  /** The previous release on the same texts, if measured. */
  previous: PreviousFigures | null
  /** What the comparison of a class finds, if measured; it has no model. */
  overlap: OverlapFigures | null
  /** The comparison with a student's known texts, if measured; it has no model either. */
  authorship: AuthorshipFigures | null
}

function readJson<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

/** Reads a released model's files from a folder; null if it was not released. */
export function readReported(folder: string, name: 'standard' | 'open'): Reported | null {
  const card = readJson<ModelCard>(join(folder, `${name}.card.json`))
  if (card === null) return null
  return {
    card,
    vendors: readJson<VendorFigures>(join(folder, `${name}.vendors.json`)),
    leftOut: readJson<LeftOutFigures>(join(folder, `${name}.left-out.json`)),
    edited: readJson<EditedFigures>(join(folder, `${name}.edited.json`)),
    boundaries: readJson<PassageFigures>(join(folder, `${name}.boundaries.json`)),
    tails: readJson<TailFigures>(join(folder, `${name}.tails.json`)),
    previous: readJson<PreviousFigures>(join(folder, `${name}.previous.json`)),
    overlap: readJson<OverlapFigures>(join(folder, 'overlap.json')),
    authorship: readJson<AuthorshipFigures>(join(folder, 'authorship.json')),
  }
}

/** The cost of the last complete release; null if the steps were run separately. */
export function readCost(folder: string): ReleaseCost | null {
  return readJson<ReleaseCost>(join(folder, 'release-cost.json'))
}

/** The same figures for the model that may be used for any purpose. */
function openModel({ card, vendors }: Reported): string {
  return `## The open model

\`${card.name}\` ${card.version} learned from ${card.texts.human} human and ${card.texts.ai} machine texts of ${card.texts.sources} sources: human texts under free licences alone, and machine
texts that are free or carry no statement, by the same recipe. It may be used for any purpose. SHA-256 \`${card.model_file.sha256}\`.

Its targets stand beside those of the standard model above.

${rateTable('human texts of test sources', card.measured.test_human)}${vendors === null ? '' : `\n\nVendors left out:\n\n${vendorTable(vendors)}`}`
}

/** Groups with fewer texts have no line of their own in a plot. */
const plotted = 30

/** A page and its plots, by their paths under `docs/`. */
type Pages = Record<string, string>

const sectionsOfKinds = (card: ModelCard): string[] =>
  [writtenKinds(card), shortRetellings(card), writersOf(card), creativeProse(card)].filter(
    (section) => section !== '',
  )

const joined = (sections: readonly string[]) => `${sections.join('\n\n')}\n`

/**
 * What a reader asks first, and how the detector works, on a few screens each, and their plots. Every figure
 * is one of the cards' or of the boundaries' file.
 */
export function writeReport({ card, boundaries, tails }: Reported, open: Reported | null): Pages {
  const { measured } = card
  const onStudents = [...measured.test_human, ...measured.left_out_human]
    .filter(({ group, n }) => n >= plotted && !group.endsWith('*'))
    .toSorted((a, b) => b.rate - a.rate)
  const onMachines = [...measured.test_ai, ...measured.left_out_ai]
    .filter(({ n }) => n >= plotted)
    .toSorted((a, b) => b.rate - a.rate)
  const ofCollections = measured.separation
    .filter(({ ai, human }) => ai >= plotted && human >= plotted)
    .map((each) => ({ ...each, group: each.group.replace(/, left out\b.*/, '') }))
    .toSorted((a, b) => (b.auc ?? 0) - (a.auc ?? 0))
  const plots = [
    '## By collection, and how far the stated probability holds',
    '![Flagged human texts by source](evaluation/human.svg)',
    '![Machine texts found by source](evaluation/machine.svg)',
    '![Stated probability and share of machine texts](evaluation/reliability.svg)',
  ]
  return {
    'evaluation.md': joined([
      opening(card, 'How well the detector judges'),
      'How it reads, with plots, is told in [detection.md](detection.md).',
      flaggedByLength(card),
      ...sectionsOfKinds(card),
      ...(tails === null ? [] : [tailsOfJudges(tails)]),
      ...(boundaries === null ? [] : [passageBoundaries(boundaries)]),
      ...plots,
      targetsReached(card, open?.card ?? null),
      limits(card),
      repeatAll(card),
    ]),
    'evaluation/human.svg': ratePlot('Human texts with a score of 0.5 or more, by source', onStudents, 0.1),
    'evaluation/reliability.svg': reliabilityPlot(
      'Stated probability and share of machine texts',
      measured.probability.bins,
    ),
    'detection.md': detectionStory(card),
    'evaluation/found.svg': ratePlot(
      'AI texts with a score of 0.5 or more, by kind of writing and by the years of the model',
      [
        ...measured.ai_by_kind.toSorted((a, b) => b.rate - a.rate),
        ...measured.ai_by_years.map((years) => ({
          ...years,
          group: years.group.replace(/^20/, 'models of 20'),
        })),
      ],
      1,
    ),
    'evaluation/separation.svg': separationPlot(
      'AI texts found where 0.1, 1 and 5 % of the people are flagged, by collection',
      ofCollections,
    ),
    ...(tails === null
      ? {}
      : {
          'evaluation/tails.svg': reachingPlot(
            'Texts by people that reach a margin',
            tails.reaching.map(({ margin }) => margin),
            [
              { name: 'the released model', counts: tails.reaching.map(({ released }) => released) },
              {
                name: 'the models that chose its thresholds',
                counts: tails.reaching.map(({ judges }) => judges),
              },
            ],
          ),
        }),
    'evaluation/machine.svg': ratePlot('Machine texts with a score of 0.5 or more, by source', onMachines, 1),
    ...(card.creative === undefined
      ? {}
      : {
          'evaluation/creative.svg': ratePlot(
            'Creative prose recognised, by source, kind and writer',
            recognisedRows(card.creative),
            1,
          ),
          'evaluation/not-creative.svg': ratePlot(
            'Other writing taken for creative prose, by source, kind and writer',
            mistakenRows(card.creative),
            0.2,
          ),
        }),
  }
}

/**
 * All figures of the cards and of the files of vendors, groups and comparisons, on one long page, which is
 * published with a release.
 */
export function writeFullReport(
  { card, vendors, leftOut, edited, boundaries, tails, previous, overlap, authorship }: Reported,
  open: Reported | null,
  cost: ReleaseCost | null,
): string {
  const { measured } = card
  return joined([
    opening(card, 'How well the detector judges, in full'),
    thresholds(card),
    targetsReached(card, open?.card ?? null),
    triedAndNext,
    flaggedByLength(card),
    ...sectionsOfKinds(card),
    ...(tails === null ? [] : [tailsOfJudges(tails)]),
    ...(card.creative === undefined ? [] : [creativeSources(card)]),
    humanTexts(card),
    findingFigures(card),
    ...(edited === null ? [] : [editedTexts(edited)]),
    ...(previous === null ? [] : [previousRelease(previous, card)]),
    machineTexts(card),
    separations(card),
    ...(leftOut === null ? [] : [groupsLeftOut(leftOut)]),
    ...(vendors === null ? [] : [vendorTexts(vendors)]),
    speedAndAttacks(card),
    ...(measured.rivals === undefined ? [] : [rivals(measured.rivals, card.version)]),
    segmentationFigures(card),
    ...(boundaries === null ? [] : [passageBoundaries(boundaries)]),
    ...(overlap === null ? [] : [sharedPassages(overlap)]),
    ...(authorship === null ? [] : [earlierWriting(authorship)]),
    ...(open === null ? [] : [openModel(open)]),
    ...(cost === null ? [] : [releaseCost(cost)]),
    limits(card),
    stepsAndSources(card),
  ])
}
