import type { ModelCard } from '../card.ts'
import { percent, targets } from '../targets.ts'
import { accusing, type VerdictFigure } from '../verdicts.ts'
import { table } from './table.ts'

const tried = `What was tried for the figures that are not reached, each chosen on sources left out whole: [features, settings and weights](experiments/training.md), [rules for
thresholds](experiments/thresholds.md), [windows and chains for sentences](experiments/sentences.md) and [misspelt words](experiments/misspellings.md). For the scan
([decision 0048](decisions/0048-one-statistic-one-verdict.md)): stretches of 75 words too (five points fewer essays found), scales by other quantiles (no gain beyond a point), and the limit for a
source at every length by itself (finds fewer). What would help is more dated writing by advanced learners of English, who set the thresholds, more human abstracts,
and a small language model trained elsewhere.`

const sumOf = (figures: readonly VerdictFigure[]) => ({
  found: figures.reduce((sum, figure) => sum + accusing(figure), 0),
  texts: figures.reduce((sum, { texts }) => sum + texts, 0),
})

/** What a teacher asks first. */
function forTeachers({ measured }: ModelCard): string {
  const { verdicts } = measured
  const line = (what: string, figures: readonly VerdictFigure[]): (string | number)[] => {
    const { found, texts } = sumOf(figures)
    return [what, texts, found, percent(found / Math.max(1, texts), 2)]
  }
  const people = [...verdicts.left_out, ...verdicts.test].filter(({ label, dated }) => label === 'human' && dated)
  const spliced = verdicts.splices_left_out
    .filter(({ group }) => /^(?:150|250|400) words/.test(group))
    .map(({ group, texts, found }): (string | number)[] => [
      `student texts with ${group} in them`,
      texts,
      found,
      percent(found / Math.max(1, texts), 2),
    ])
  return table(
    ['of these texts', 'read', 'get a finding', 'share'],
    [
      line('written by people before November 2022', people),
      line('student writing wholly by AI, 250 words and more', verdicts.essays),
      ...spliced,
      line(
        'debates by AI models of 2025 and 2026',
        verdicts.left_out.filter(({ group, label }) => group === 'lechmazur_debate' && label === 'ai'),
      ),
      line('AI texts of 100 to 149 words, paraphrased to escape detection', verdicts.paraphrased),
    ],
  )
}

/** The policy, what it means for a teacher, and what was to be reached. */
export function opening(card: ModelCard): string {
  const { model_file: file } = card
  return `# How well the detector judges

## The policy

One number decides: how many student texts of the same length stand out as much as this one, or more. The text is judged whole and in all its stretches
of about 150 and 300 words; the one that stands out most is compared with the same statistic of dated student texts, judged by models that had seen
nothing of their family of sources.

${card.thresholds.map(({ score, rule }) => `- **Score ${score}.** ${rule}`).join('\n')}
- The score rises with that rarity and with nothing else: 0.3 at one in a hundred, 0.5 at one in a thousand, 0.7 at one in ten thousand.
- From 0.5 on a text has a finding: all or most of it, or a part of it, reads like AI writing, by the share of its words in passages (75 % or more, or fewer than
  75 words outside, is "all or most"). From 0.3 to 0.5 it is unusual, but not enough to say. Below, nothing stands out. Nothing is marked in a text without a finding.
- Only texts older than 30 November 2022 choose thresholds. Texts of other languages and of fewer than ${card.minimum_words} words get no score.${card.offsets.length === 0 ? '' : `\n- ${card.offsets.map(({ kind, by }) => `Kind "${kind}": a text must stand out by ${by.toFixed(2)} units more, as left-out human texts of that genre ask for`).join('; ')}.`}

${table(
  ['words', 'texts that chose the thresholds', 'unusual from', 'finding from'],
  card.null_distributions.map(({ from, to, n, at_0_3, at_0_5 }) => [
    to === null ? `${from} and more` : `${from}–${to}`,
    n,
    at_0_3.toFixed(2),
    at_0_5.toFixed(2),
  ]),
)}

The last two columns are values of the statistic: 0 is the middle of student texts, and one in a hundred of single stretches lies above 1.

## What it means

Left-out and test sources: writing that the judging model had never met.

${forTeachers(card)}

## What was to be reached

This page is written by \`npm run lab:evaluate\` from \`models/${card.name}.card.json\`; no figure on it is typed by hand.
Model \`${card.name}\` ${card.version}, seed ${card.seed}, ${file.n_grams} n-grams, ${(file.bytes / 1e6).toFixed(1)} MB, SHA-256 \`${file.sha256}\`.
It learned from ${card.texts.human} human and ${card.texts.ai} machine texts of ${card.texts.sources} sources. Use: ${card.use === 'any' ? 'any' : 'evaluation and non-commercial use only'}.

*Test* sources teach nothing to any model. A *left-out* source is judged by a model that was trained without its whole family of sources.

${table(
  ['figure', 'wanted', 'measured', 'reached'],
  targets(card).map(({ what, wanted, measured: value, reached }) => [what, wanted, value, reached ? 'yes' : '**no**']),
)}

${tried}`
}
