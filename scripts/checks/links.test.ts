import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenLinks, filesBelow } from './links.ts'
import { root } from './run.ts'

const decisions = path.join(root, 'docs/decisions')
const isPage = (name: string) => name.endsWith('.md')
const relative = (file: string) => path.relative(root, file)

test('every link between documents leads to an existing file and heading', async () => {
  const broken: Record<string, string[]> = {}
  for (const page of await filesBelow(root, isPage)) {
    const links = await brokenLinks(page)
    if (links.length > 0) broken[relative(page)] = links
  }
  expect(broken).toEqual({})
})

test('finds links to missing pages and headings, and ignores links in code samples', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'penmark-links-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'there.md'), '# The first heading\n\n## It has a *second*, too\n')
  const page = path.join(folder, 'page.md')
  await writeFile(
    page,
    [
      '[there](there.md) [heading](there.md#it-has-a-second-too) [elsewhere](https://example.org/none.md)',
      '[gone](gone.md) ![picture](gone.png) [no heading](there.md#third) [here](#nothing)',
      'Write `[link](sample.md)`.',
      '```',
      '[link](block.md)',
      '```',
    ].join('\n'),
  )
  expect(await brokenLinks(page)).toEqual(['gone.md', 'gone.png', 'there.md#third', '#nothing'])
})

test('comments mention only documents that exist', async () => {
  const isSource = (name: string) => /\.(ts|tsx|mjs|css|sql)$/.test(name)
  const pages = new Set((await filesBelow(path.join(root, 'docs'), isPage)).map(relative))
  const missing: string[] = []
  for (const folder of ['apps', 'packages', 'scripts', 'tests', 'bench', 'deploy'])
    for (const file of await filesBelow(path.join(root, folder), isSource))
      for (const [name] of (await readFile(file, 'utf8')).matchAll(/\bdocs\/decisions\/[\w./-]*\w/g))
        if (!pages.has(name)) missing.push(`${relative(file)}: ${name}`)
  expect(missing).toEqual([])
})

test('every decision has a unique number, a date, a status and a line in the index', async () => {
  const index = await readFile(path.join(decisions, 'README.md'), 'utf8')
  const pages = (await filesBelow(decisions, (name) => /^\d/.test(name))).map((file) => path.basename(file))
  expect(new Set(pages.map((name) => name.slice(0, 4))).size).toBe(pages.length)
  for (const page of pages) {
    const text = await readFile(path.join(decisions, page), 'utf8')
    const heading = `# ${page.slice(0, 4)} `
    expect(text.startsWith(heading), `${page} begins with "${heading}"`).toBe(true)
    expect(text, page).toMatch(
      /^- Date: \d{4}-\d{2}-\d{2}\n- Status: (Accepted|Proposed|Superseded by \[\d{4}\]\(\d{4}-[\w-]+\.md\))$/m,
    )
    expect(text, page).toMatch(/^## Context\n.+^## Decision\n.+^## Consequences\n/ms)
    expect(index, `the index names ${page}`).toContain(`(${page})`)
  }
})
