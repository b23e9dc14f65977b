import { expect, test } from 'vitest'
import { textOfHtml } from './fetch-asset.ts'

test('puts each paragraph on its own line, trimmed', () => {
  expect(
    textOfHtml('<p>One  <b>two</b> \n three </p>\n<p>&nbsp; Four<br> five</p><script>six</script>'),
  ).toBe('One two three\n\nFour\nfive')
})

test('finishes with two hundred thousand spaces in a row, and as many nested levels', () => {
  expect(textOfHtml(`a${'<b> </b>'.repeat(200_000)}b`)).toBe('a b')
  expect(textOfHtml(`${'<span>'.repeat(20_000)}deep`)).toBe('deep')
})
