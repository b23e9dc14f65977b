import type { ModelCard } from '../card.ts'
import type { BeforeAndWith, MachineLoss, Remedy } from '../retellings.ts'
import { percent } from '../targets.ts'
import { table } from './table.ts'

/** Groups with fewer texts, or of people fewer retellings, have no row. */
const fewestMachines = 40
const fewestRetellings = 5

const personRow = ({ group, texts, retellings, flagged, unusual }: BeforeAndWith): (string | number)[] => [
  group,
  texts,
  retellings,
  flagged.before,
  flagged.with,
  unusual.before,
  unusual.with,
]

const share = (found: number, texts: number): string => (texts === 0 ? '–' : percent(found / texts, 1))

function machineRow({ kind, bands, lost }: MachineLoss): (string | number)[] {
  const texts = bands.reduce((sum, band) => sum + band.texts, 0)
  return [
    kind,
    texts,
    ...bands.map((band) =>
      band.texts === 0
        ? '–'
        : `${share(band.found.before, band.texts)} → ${share(band.found.with, band.texts)}`,
    ),
    percent(lost, 2),
  ]
}

const remedyName = ({ name, from }: Remedy): string =>
  name === 'retellings'
    ? '**the rule**'
    : name === 'rarity'
      ? `a rarity of ${from} instead of 3`
      : `log-odds of at least ${from} from the words alone`

/** The rule in words. */
export const retellingRule = ({ rule }: NonNullable<ModelCard['retellings']>): string =>
  `A text of at most ${rule.words} words, of which at least ${percent(rule.past_tense, 0)} are verbs in the past and at most ${percent(rule.pronouns, 0)} are "I", "we" or "you", must stand out by ${rule.by.toFixed(2)} units more`

/** Why short retellings of what others did must stand out more, and what that changes. */
export function shortRetellings({ retellings }: ModelCard): string {
  if (retellings === undefined) return ''
  const { choosing, people, machines, remedies, affected } = retellings
  const bands = machines[0]?.bands ?? []
  return `### Short retellings

Up to 0.8.0, people who condensed a case or a meeting in fewer than 250 words were flagged far more often than promised. The second reader carries those findings: the words alone give each of them log-odds of less than ${remedies.find(({ name }) => name === 'words alone')?.from}.
It takes the dense past tense of somebody who reports what others did for a machine's. Since 0.8.1 such retellings must stand out more. ${retellingRule(retellings)}: with that, one in 2,500 of the ${choosing.retellings} retellings of
${choosing.repositories.join(' and ')} would reach a finding, if their tail is exponential. The rule was chosen with a look at these two, so the other rows say more.

People of before November 2022, texts of at most ${retellings.rule.words} words (for gathered ones), read by the released model; groups with at least ${fewestRetellings} retellings:

${table(
  ['people’s texts', 'texts', 'retellings', 'score ≥ 0.5 before', 'with', 'score ≥ 0.3 before', 'with'],
  people.filter((one) => one.retellings >= fewestRetellings).map(personRow),
)}

What it costs. Machine texts of test sources, and of prompts that were kept out of training, found before and with the rule, by words; the last column is how many points the kind loses as a whole, longer
texts included.${affected === undefined ? '' : ` The other figures on machine texts of fewer than 250 words on these pages are of ${affected.version}, without the rule, so they are too high by as much. Of the texts by models of ${affected.years} ${affected.texts} are such retellings.`}

${table(
  ['machine texts', 'texts', ...bands.map(({ from, to }) => `${from}–${to}`), 'lost of all'],
  machines
    .filter(({ bands: all }) => all.reduce((sum, band) => sum + band.texts, 0) >= fewestMachines)
    .map(machineRow),
)}

Two other remedies, each as strict as it must be to spare every gathered summary. Texts of these lengths with a finding, before → with:

${table(
  ['remedy', 'gathered summaries', 'all people', 'machine texts'],
  remedies.map((remedy) => [
    remedyName(remedy),
    ...[remedy.summaries, remedy.people, remedy.machines].map(
      ({ before, with: left }) => `${before} → ${left}`,
    ),
  ]),
)}`
}
