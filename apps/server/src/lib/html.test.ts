import { describe, expect, test } from 'vitest'
import { html } from './html.ts'

describe('markup', () => {
  test('escapes everything inserted', () => {
    expect(html`<p title="${'"\'<&>'}">${'<script>'}</p>`.text).toBe(
      '<p title="&quot;&#39;&lt;&amp;&gt;">&lt;script&gt;</p>',
    )
  })

  test('keeps markup inserted into markup, and omits false and null', () => {
    expect(html`<ul>${['a', '<'].map((each) => html`<li>${each}</li>`)}${null}${false}${3}</ul>`.text).toBe(
      '<ul><li>a</li><li>&lt;</li>3</ul>',
    )
  })
})
