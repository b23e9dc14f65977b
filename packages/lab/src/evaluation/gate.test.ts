import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { comparePrevious } from './report/previous.ts'
import { type Reported, readCost, readReported, writeFullReport, writeReport } from './report/report.ts'

const models = new URL('../../../../models/', import.meta.url)
const docs = new URL('../../../../docs/', import.meta.url)
const standard = readReported(fileURLToPath(models), 'standard')
const open = readReported(fileURLToPath(models), 'open')
const released = [standard, open]
  .filter((one): one is Reported => one !== null)
  .map((one) => [one.card.name, one.card] as const)
const enough = 100

describe.each(released)('the released model %s', (_, card) => {
  const { measured } = card

  test('is the file that its card describes', () => {
    const bytes = readFileSync(new URL(card.model_file.name, models))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(card.model_file.sha256)
  })

  test('wrongly flags at most one in four hundred student texts from unseen sources', () => {
    expect(measured.student_human.n).toBeGreaterThan(5000)
    expect(measured.student_human.rate).toBeLessThanOrEqual(0.0025)
  })

  test('wrongly flags at most one in four hundred dated student texts, over all lengths', () => {
    const counted = card.calibration.reduce((sum, { measured_n }) => sum + measured_n, 0)
    const flagged = card.calibration.reduce((sum, one) => sum + one.flagged, 0)
    expect(counted).toBeGreaterThan(3000)
    expect(flagged / counted).toBeLessThanOrEqual(0.0025)
    expect(measured.human_by_length.map(({ n, flagged: here }) => [n, here])).toEqual(
      card.calibration.map(({ measured_n, flagged: here }) => [measured_n, here]),
    )
  })

  test('wrongly flags at most one in two hundred texts of every large enough group of learners', () => {
    const groups = measured.learners_by_group.filter(({ n }) => n >= enough)
    expect(groups.length).toBeGreaterThan(5)
    expect(groups.filter(({ rate }) => rate > 0.005)).toEqual([])
  })

  test('does not repeat the known bias against learners', () => {
    const toefl = measured.detector_bias.find(({ group }) => group === 'TOEFL essays, human')
    expect(toefl?.n).toBeGreaterThan(80)
    expect(toefl?.rate).toBeLessThanOrEqual(0.02)
  })

  test('marks at most one in a hundred sentences of entirely human texts', () => {
    const sentences = measured.false_marks.reduce((sum, row) => sum + row.sentences, 0)
    const marked = measured.false_marks.reduce((sum, row) => sum + row.marked, 0)
    expect(marked / sentences).toBeLessThanOrEqual(0.01)
  })

  test('was not trained on sources reserved for tests', () => {
    expect(card.sources.filter(({ use, human, ai }) => use === 'test' && human + ai > 0)).toEqual([])
  })
})

describe('the evaluation page', () => {
  test('shows every group that the previous release was measured on', () => {
    if (standard?.previous == null) throw new Error('no figures of the release before are kept')
    const { pairs, missing } = comparePrevious(standard.previous, standard.card)
    expect(missing).toBe(0)
    expect(pairs.filter(({ kind }) => kind === 'people').length).toBeGreaterThan(5)
  })

  test('uses plain names for vendors, attacks and groups, not data set labels', () => {
    if (standard === null) throw new Error('no standard model is released')
    const page = writeFullReport(standard, open, readCost(fileURLToPath(models)))
    expect(page).toContain('| Google or Anthropic, not stated which |')
    expect(page).toContain('| translated and back |')
    expect(page).not.toMatch(
      /google\\?\|anthropic|finetune\/other|_llm\b|paraphrase-|humanise-prompt|in doubt|means:/,
    )
  })

  test('agrees with the model cards', () => {
    if (standard === null) throw new Error('no standard model is released')
    for (const [file, content] of Object.entries(writeReport(standard, open)))
      expect(readFileSync(new URL(file, docs), 'utf8')).toBe(content)
  })
})
