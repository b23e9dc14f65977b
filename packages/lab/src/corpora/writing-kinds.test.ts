import { expect, test } from 'vitest'
import { collections, corpusOf } from '../creative/source-list.ts'
import { gatheredSources } from './sources.ts'
import { isCreativeProse, writingKindOf } from './writing-kinds.ts'

const text = (name: string, rest: Partial<Parameters<typeof writingKindOf>[0]> = {}) => ({
  text: '',
  label: 'human' as const,
  ...rest,
  source: { name },
})

test('a story is creative prose whoever wrote it, and an argument is not', () => {
  expect(isCreativeProse(text('brown', { domain: 'story' }))).toBe(true)
  expect(isCreativeProse(text('storybench2025', { label: 'ai', domain: 'story' }))).toBe(true)
  expect(isCreativeProse(text('asap_aes', { meta: { task: 'narrative' } }))).toBe(true)
  expect(isCreativeProse(text('asap_aes', { meta: { task: 'argument' } }))).toBe(false)
})

test('nothing is learned from texts whose kind is not known, or which may tell a story or not', () => {
  expect(isCreativeProse(text('wildbench', { label: 'ai', domain: 'qa' }))).toBeNull()
  expect(isCreativeProse(text('blog_authorship'))).toBeNull()
  expect(writingKindOf(text('blog_authorship'))).toBe('diary')
  expect(writingKindOf(text('detector-bias', { prompt_id: 'CollegeEssay_gpt3_31/7' }))).toBe(
    'personal statement',
  )
})

const isNoStory = (name: string) => !name.startsWith('creative_')

test('every kind that is only measured is known to the lab by its kind, and never learned', () => {
  const names = collections.flatMap(({ groups }) => groups.map(corpusOf).filter(isNoStory))
  const measured = gatheredSources.filter(({ use }) => use === 'test')
  expect(measured.map(({ name }) => name)).toEqual(names)
  expect(names.map((name) => writingKindOf(text(name)))).toEqual([
    'personal statement',
    'lab report',
    'summary',
    'translation',
    'dictation',
  ])
})
