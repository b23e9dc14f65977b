import { expect, test, vi } from 'vitest'
import { bookmarkAddress, saveGoogleHistory } from './google-bookmark.ts'

const texts = { elsewhere: 'Open a text first.', refused: 'Ask to be an editor.' }
const page = 'https://docs.google.com/document/u/1/d/1AbC_d-9/edit?tab=t.0#heading'
const tiles = `)]}'\n${JSON.stringify({
  tileInfo: [
    { start: 1, end: 40 },
    { start: 41, end: 97 },
  ],
})}`
const history = `)]}'\n${JSON.stringify({ changelog: [] })}`

/** The simulated browser's own cannot be read. */
class SavedBlob {
  readonly parts: string[]

  constructor(parts: string[]) {
    this.parts = parts
  }
}

/** What Google answers to each call, and what the bookmark did. */
function google(href: string, answers: Record<string, string>) {
  const asked: string[] = []
  const said: string[] = []
  const saved: unknown[] = []
  const fetch = async (address: string) => {
    asked.push(address)
    const answer = Object.entries(answers).find(([call]) => address.includes(`/revisions/${call}?`))?.[1]
    return answer === undefined ? new Response('', { status: 403 }) : new Response(answer)
  }
  vi.stubGlobal('window', {
    location: { href },
    alert: (text: string) => said.push(text),
    _docs_flag_initialData: { info_params: { token: 'a b' } },
  })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { createElement: () => ({ click: () => {} }) })
  vi.stubGlobal('Blob', SavedBlob)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob)
    return 'blob:saved'
  })
  return { asked, said, saved }
}

test('saves all changes of the open tab of the text, whose number Google tells', async () => {
  const { asked, said, saved } = google(page, { tiles, load: history })
  await saveGoogleHistory(texts)
  const base = 'https://docs.google.com/document/u/1/d/1AbC_d-9/revisions'
  expect(asked).toEqual([
    `${base}/tiles?id=1AbC_d-9&start=1&showDetailedRevisions=false&token=a%20b`,
    `${base}/load?id=1AbC_d-9&start=1&end=97&tab=t.0&token=a%20b`,
  ])
  expect(said).toEqual([])
  expect(saved).toEqual([expect.objectContaining({ parts: [history] })])
})

test('names no tab where the address has none', async () => {
  const { asked, saved } = google('https://docs.google.com/document/d/1AbC_d-9/edit', {
    tiles,
    load: history,
  })
  await saveGoogleHistory(texts)
  expect(asked[1]).toBe(
    'https://docs.google.com/document/d/1AbC_d-9/revisions/load?id=1AbC_d-9&start=1&end=97&token=a%20b',
  )
  expect(saved).toHaveLength(1)
})

test('says what to do on another page, and without the right to edit', async () => {
  const elsewhere = google('https://example.org/document/d/1AbC/edit', { tiles })
  await saveGoogleHistory(texts)
  expect([elsewhere.asked, elsewhere.said]).toEqual([[], ['Open a text first.']])
  const refused = google(page, {})
  await saveGoogleHistory(texts)
  expect([refused.said, refused.saved]).toEqual([['Ask to be an editor.'], []])
})

test('works from the address alone, as a bookmark does', async () => {
  const { saved } = google(page, { tiles, load: history })
  const code = decodeURIComponent(bookmarkAddress(texts).slice('javascript:'.length))
  const script = `data:text/javascript,${encodeURIComponent(`export const run = () => ${code.replace(/^void /, '')}`)}`
  const { run } = (await import(/* @vite-ignore */ script)) as { run: () => Promise<void> }
  await run()
  expect(saved).toHaveLength(1)
})
