import { expect, test } from 'vitest'
import { beforeSentences } from './case-evidence.ts'
import { loadWording } from './wording.ts'

const found = (words: number, is_own_work: boolean) => ({
  words,
  share: 0.5,
  is_own_work,
  handed_in_at: '2025-03-03T10:00:00.000Z',
})

test('counts earlier documents of other students without a name, and calls those of the same student their own', async () => {
  const wording = await loadWording('en-GB')
  expect(beforeSentences(wording, [found(240, false), found(60, false), found(1_200, true)])).toEqual([
    'It shares up to 240 words with each of 2 documents that other students handed in to the same teacher, in other classes or other years. Their writers are not named here.',
    'It shares 1,200 words with an earlier document of the same student.',
  ])
  expect(beforeSentences(wording, [])).toEqual([])
})
