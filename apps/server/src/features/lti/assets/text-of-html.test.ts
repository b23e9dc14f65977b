import { expect, test } from 'vitest'
import { textOfHtml } from './text-of-html.ts'

test('gives each paragraph a line of its own, without the spaces around it', () => {
  expect(textOfHtml('<p>One  <b>two</b> \n three </p>\n<p>&nbsp; Four<br> five</p><script>six</script>')).toBe(
    'One two three\n\nFour\nfive',
  )
})

test('comes to an end with two hundred thousand spaces in a row, and with as many levels', () => {
  expect(textOfHtml(`a${'<b> </b>'.repeat(200_000)}b`)).toBe('a b')
  expect(textOfHtml(`${'<span>'.repeat(20_000)}deep`)).toBe('deep')
})
