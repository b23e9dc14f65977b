import { access, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const skipped = new Set(['node_modules', 'dist', 'data', '.git', 'coverage'])

/** Paths of all files below `folder` accepted by `isWanted`, leaving out installed and built ones. */
export async function filesBelow(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && !skipped.has(entry.name)) found.push(...(await filesBelow(file, isWanted)))
    else if (entry.isFile() && isWanted(entry.name)) found.push(file)
  }
  return found
}

const codeBlock = /^ *```.*?^ *```/gms

/** Link targets of a page: inline links, images and link definitions. */
function linksIn(markdown: string): string[] {
  const text = markdown.replaceAll(codeBlock, '').replaceAll(/`[^`\n]*`/g, '')
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)/g)]
  const definitions = [...text.matchAll(/^ {0,3}\[[^\]]+\]:\s+<?([^\s>]+)/gm)]
  return [...inline, ...definitions].map(([, target = '']) => target)
}

/** Anchors of a page's headings, as GitHub derives them; a repeated heading gets a number. */
function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>()
  const seen = new Map<string, number>()
  for (const [, heading = ''] of markdown.replaceAll(codeBlock, '').matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    anchors.add(before === 0 ? slug : `${slug}-${before}`)
  }
  return anchors
}

/** Links of one page that are broken within the repository. External links are not checked. */
export async function brokenLinks(page: string): Promise<string[]> {
  const markdown = await readFile(page, 'utf8')
  const broken: string[] = []
  for (const link of linksIn(markdown)) {
    if (/^[a-z][a-z+.-]*:/i.test(link)) continue
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? page : path.resolve(path.dirname(page), decodeURIComponent(file))
    const exists = await access(target).then(
      () => true,
      () => false,
    )
    const isMissingAnchor =
      exists &&
      anchor !== undefined &&
      target.endsWith('.md') &&
      !anchorsIn(await readFile(target, 'utf8')).has(decodeURIComponent(anchor))
    if (!exists || isMissingAnchor) broken.push(link)
  }
  return broken
}
