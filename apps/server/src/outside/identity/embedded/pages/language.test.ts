import { describe, expect, it } from 'vitest'
import { accountWordsIn } from './account-words.ts'
import { chooseLanguage } from './language.ts'
import { html } from './markup.ts'
import { wordsIn } from './words.ts'

describe('the language of a page', () => {
  it.each([
    ['fr', 'en-GB', 'en', 'fr'],
    [undefined, 'de fr-CA en', 'en', 'fr'],
    [undefined, undefined, 'de-DE, fr;q=0.4, en;q=0.7', 'en'],
    [undefined, undefined, 'fr-FR,en;q=0', 'fr'],
    [undefined, undefined, 'de', 'en'],
    [undefined, undefined, undefined, 'en'],
    ['klingon', 7, 'fr', 'fr'],
  ])('for the choice %j, ui_locales %j and the browser’s %j is %s', (chosen, uiLocales, header, language) => {
    expect(chooseLanguage(chosen, uiLocales, header)).toBe(language)
  })

  it('has the same words in both, none of them left empty', () => {
    const shape = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(each)]))
        : typeof value
    for (const { en, fr } of [wordsIn, accountWordsIn]) {
      expect(shape(fr)).toEqual(shape(en))
      expect(JSON.stringify([en, fr])).not.toContain('""')
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
