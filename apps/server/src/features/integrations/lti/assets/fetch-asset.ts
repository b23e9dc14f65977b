import { createHash } from 'node:crypto'
import { uploadLimits } from '@penmark/contract'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { EgressError, type EgressResponse } from '../../../../services/egress/egress.ts'
import { requestToken } from '../platforms/tokens.ts'
import { scopes } from '../protocol/claims.ts'
import type { AssetRow } from '../records/asset-store.ts'
import type { LtiDependencies } from '../records/dependencies.ts'
import type { PlatformRow } from '../records/store.ts'

const maximumRedirects = 3
const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/** Platforms give the checksum in base64 (Canvas) or in hexadecimal. */
function matchesChecksum(content: Buffer, checksum: string | null): boolean {
  if (checksum === null) return true
  const digest = createHash('sha256').update(content).digest()
  return (
    checksum.toLowerCase() === digest.toString('hex') ||
    checksum.replace(/=+$/, '') === digest.toString('base64').replace(/=+$/, '')
  )
}

/**
 * Downloads a submission's file, with the type that the platform sends. Platforms redirect to their file
 * storage: every hop is checked against the address rules, and our token is only sent to the origin it was
 * issued for. Throws `EgressError` if it cannot be fetched.
 */
export async function fetchAsset(
  dependencies: Pick<LtiDependencies, 'database' | 'egress'>,
  platform: PlatformRow,
  { asset_url, sha256 }: Pick<AssetRow, 'asset_url' | 'sha256'>,
): Promise<{ content: Buffer; type: string }> {
  const authorization = `Bearer ${await requestToken(dependencies, platform, scopes.assets)}`
  const { origin } = new URL(asset_url)
  let url = asset_url
  let response: EgressResponse | null = null
  for (let step = 0; step <= maximumRedirects; step += 1) {
    const headers: Record<string, string> =
      new URL(url).origin === origin ? { authorization, accept: '*/*' } : { accept: '*/*' }
    response = await dependencies.egress.send({
      method: 'GET',
      url,
      headers,
      timeoutMs: 60_000,
      maximumBytes: uploadLimits.fileBytes,
    })
    const next = isRedirect(response.status) ? response.headers.location : undefined
    if (typeof next !== 'string' || !URL.canParse(next, url)) break
    url = new URL(next, url).href
  }
  if (response?.status !== 200 || !matchesChecksum(response.body, sha256))
    throw new EgressError('unreachable')
  return { content: response.body, type: String(response.headers['content-type'] ?? '') }
}

type Node = DefaultTreeAdapterTypes.Node

const hidden = ['head', 'script', 'style', 'template', 'noscript', 'iframe', 'object']
const blocks =
  /^(address|article|aside|blockquote|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|tbody|td|th|tr|ul)$/

/**
 * The text that students typed into a platform's editor, one line per paragraph with an empty line between.
 */
export function textOfHtml(markup: string): string {
  const pieces: string[] = []
  // An explicit stack, because markup may be nested deeper than the call stack.
  const stack: (Node | string)[] = [parse(markup)]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') pieces.push(node)
    else if (node.nodeName === '#text' && 'value' in node) pieces.push(node.value.replaceAll(/\s+/g, ' '))
    else if (node.nodeName === 'br') pieces.push('\n')
    else if ('childNodes' in node && !hidden.includes(node.nodeName)) {
      const isBlock = blocks.test(node.nodeName)
      if (isBlock) stack.push('\n\n')
      for (const child of node.childNodes.toReversed()) stack.push(child)
      if (isBlock) stack.push('\n\n')
    }
  }
  return pieces
    .join('')
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
