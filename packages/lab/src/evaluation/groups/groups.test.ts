import { describe, expect, test } from 'vitest'
import { yearsOf } from './groups.ts'

describe('the release years of a model', () => {
  test.each([
    ['claude-opus-4-6-adaptive', '2025–26'],
    ['gpt-5.4-high', '2025–26'],
    ['deepseek-v32-exp', '2025–26'],
    ['gemini-3-pro-preview|claude-sonnet-4.5 (not separated)', '2025–26'],
    ['o3-mini-2025-01-31', '2025–26'],
    ['gemma-3-27b-it', '2025–26'],
    ['glm4_9b', '2024'],
    ['gpt-4o-mini-2024-07-18', '2024'],
    ['meta-llama/Llama-3.3-70B-Instruct', '2024'],
    ['gemini-1.0-pro', '2024'],
    ['gpt-4-0613', '2022–23'],
    ['GPT-3-Turbo', '2022–23'],
    ['Llama-2-70b', '2022–23'],
    ['text-davinci-003', 'before 2023, base and early models'],
    ['bloom-7b1', 'before 2023, base and early models'],
    ['gpt2-xl', 'before 2023, base and early models'],
  ])('of %s are %s', (model, years) => {
    expect(yearsOf(model)).toBe(years)
  })

  test('are not guessed if the name does not tell', () => {
    expect(yearsOf('unknown writer')).toBeNull()
    expect(yearsOf(undefined)).toBeNull()
  })
})
