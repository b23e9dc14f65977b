import { describe, expect, it } from 'vitest'
import { locales } from '../../../../locale/locale.ts'
import { accountWordsIn } from './account-words.ts'
import { html } from './markup.ts'
import { twoFactorWordsIn } from './two-factor-words.ts'
import { wordsIn } from './words.ts'

describe('the words of the pages', () => {
  it('are the same in every language, none of them left empty', () => {
    const shape = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(each)]))
        : typeof value
    for (const words of [wordsIn, accountWordsIn, twoFactorWordsIn]) {
      for (const locale of locales) expect(shape(words[locale]), locale).toEqual(shape(words['en-GB']))
      expect(JSON.stringify(words)).not.toContain('""')
    }
  })
})

describe('markup', () => {
  it('escapes everything that is put in', () => {
    expect(html`<p title="${'"\'<&>'}">${'<script>'}</p>`.text).toBe('<p title="&quot;&#39;&lt;&amp;&gt;">&lt;script&gt;</p>')
  })

  it('keeps markup that is put into markup, and leaves out what is false or null', () => {
    expect(html`<ul>${['a', '<'].map((each) => html`<li>${each}</li>`)}${null}${false}${3}</ul>`.text).toBe(
      '<ul><li>a</li><li>&lt;</li>3</ul>',
    )
  })
})
