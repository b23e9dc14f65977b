/** What the bookmark tells the teacher on Google's page. */
export interface BookmarkTexts {
  /** The page is not a text of Google Docs. */
  elsewhere: string
  /** Google does not give out the history. */
  refused: string
}

/**
 * Saves the history of the text that is open in Google Docs as a file. It runs on Google's page as a
 * bookmark, so it must not use anything from outside itself. `revisions/tiles` says how many changes there
 * are, and `revisions/load` holds them.
 */
export async function saveGoogleHistory(texts: BookmarkTexts): Promise<void> {
  const address = /^https:\/\/docs\.google\.com\/(?:a\/[^/]+\/)?document\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(
    window.location.href,
  )
  if (address === null) {
    window.alert(texts.elsewhere)
    return
  }
  const page = window as { _docs_flag_initialData?: { info_params?: { token?: string } } }
  const token = page._docs_flag_initialData?.info_params?.token
  const read = async (call: string, more: string): Promise<string> => {
    const proof = token === undefined ? '' : `&token=${encodeURIComponent(token)}`
    const response = await fetch(`${address[0]}/revisions/${call}?id=${address[1]}&start=1${more}${proof}`)
    if (!response.ok) throw new Error(String(response.status))
    return response.text()
  }
  try {
    const tiles = (await read('tiles', '&showDetailedRevisions=false')).replace(/^\)\]\}'/, '')
    const { tileInfo } = JSON.parse(tiles) as { tileInfo: { end: number }[] }
    // A text can have several tabs, each with its own history. Google names the open one in the address, and
    // may refuse a call without it.
    const tab = new URL(window.location.href).searchParams.get('tab')
    const ofTab = tab === null ? '' : `&tab=${encodeURIComponent(tab)}`
    const history = await read('load', `&end=${Math.max(...tileInfo.map(({ end }) => end))}${ofTab}`)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([history], { type: 'application/json' }))
    link.download = 'google-docs-history.json'
    link.click()
  } catch {
    window.alert(texts.refused)
  }
}

/** The bookmark's address. A page of ours cannot follow it: its policy forbids such scripts. */
export const bookmarkAddress = (texts: BookmarkTexts): string =>
  ['javascript', encodeURIComponent(`void (${String(saveGoogleHistory)})(${JSON.stringify(texts)})`)].join(
    ':',
  )
