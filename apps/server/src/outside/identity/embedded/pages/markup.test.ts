import { describe, expect, it } from 'vitest'
import { html } from './markup.ts'

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
