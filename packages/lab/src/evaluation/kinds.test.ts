import { expect, test } from 'vitest'
import type { ModelCard } from './card.ts'
import { kindFigures } from './kinds.ts'
import { writtenKinds } from './report/creative.ts'
import type { VerdictFigure } from './verdicts/verdicts.ts'

const figure = (group: string, texts: number, flagged: number, dated = true): VerdictFigure => ({
  group,
  label: 'human',
  dated,
  texts,
  findings: {
    'ai-likely': flagged,
    mixed: 0,
    inconclusive: 0,
    'no-evidence': texts - flagged,
    'insufficient-text': 0,
    'unsupported-language': 0,
    'creative-writing': 0,
  },
})
const verdicts = { test: [], essays: [], paraphrased: [], splices_left_out: [], splices_test: [] }
const kinds = kindFigures({
  findings: [
    figure('ellipse, human', 1000, 0),
    figure('detector-bias: US college-admission essays, human', 70, 2),
  ],
  verdicts: {
    ...verdicts,
    left_out: [
      figure('persuade1_fp2021', 150, 1),
      figure('desosa', 150, 0),
      figure('daigt-scraps', 150, 5, false),
    ],
  },
})

test('people are counted by kind of writing, where they are dated', () => {
  expect(kinds.find(({ kind }) => kind === 'argument')).toMatchObject({ people: 1150, flagged: 1 })
  expect(kinds.find(({ kind }) => kind === 'personal statement')).toMatchObject({ people: 70, flagged: 2 })
})

test('nothing is promised for a kind with few people or none', () => {
  const page = writtenKinds({ kinds } as ModelCard)
  const rowOf = (kind: string) => page.split('\n').find((line) => line.startsWith(`| ${kind} |`))
  expect(rowOf('argument')).toMatch(/\| 1150 \| 1 \| 0\.48 % \|/)
  for (const kind of ['report', 'personal statement', 'dictation'])
    expect(rowOf(kind)).toContain('not measured: no promise')
})
