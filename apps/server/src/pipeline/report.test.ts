import type { DetectedSentence, Detection } from '@penmark/detector'
import { expect, test } from 'vitest'
import { makeReport } from './report.ts'

const sentence = (text: string, marked: boolean): DetectedSentence => ({
  text,
  start: 0,
  end: text.length,
  words: 4,
  probability: 0.9,
  label: 'ai-generated',
  marked,
  evidence: { weight: 0.4, towardsMachine: [{ text: 'plays a role', weight: 0.5 }], towardsHuman: [{ text: 'my gran', weight: -0.1 }] },
})

const detection: Detection = {
  words: 8,
  proseWords: 8,
  wordsNeeded: 5,
  score: 0.9,
  label: 'ai-generated',
  finding: 'ai-likely',
  reasons: ['above-strict-threshold'],
  aiShare: 0.5,
  calibration: null,
  paragraphs: [
    {
      text: 'One here. Two here.',
      start: 0,
      end: 19,
      kind: 'prose',
      words: 8,
      probability: 0.9,
      label: 'ai-generated',
      sentences: [sentence('One here. ', true), sentence('Two here.', false)],
    },
  ],
  removed: { invisible: 3, lookAlike: 0 },
  facts: [{ kind: 'prompt-echo', count: 1, value: 'Certainly! Here is your essay' }],
  evidence: null,
}

const report = makeReport({
  document_id: 'd',
  text: 'One here. Two here.',
  words: 8,
  detection,
  facts: [{ kind: 'metadata', name: 'author', value: 'Ada', count: null }],
  detector: { name: 'standard', version: '1', modelHash: 'abc' },
  now: new Date(0),
})

test('a marked sentence explains itself with phrases for and against, an unmarked one does not', () => {
  const [marked, unmarked] = report.results[0]?.spans ?? []
  expect(marked?.evidence).toEqual([
    { phrase: 'plays a role', direction: 'machine', weight: 0.5, counts: null },
    { phrase: 'my gran', direction: 'human', weight: 0.1, counts: null },
  ])
  expect(unmarked).not.toHaveProperty('evidence')
})

test('facts of the characters, of the text and of the file stand beside each other', () => {
  expect(report.facts).toEqual([
    { kind: 'invisible-characters', name: null, count: 3, value: null },
    { kind: 'prompt-echo', name: null, count: 1, value: 'Certainly! Here is your essay' },
    { kind: 'metadata', name: 'author', value: 'Ada', count: null },
  ])
})
