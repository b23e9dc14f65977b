import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cloneOf, gatherSource, isMeasuredOnly, openingOf } from './gather.ts'
import {
  type Collection,
  type CreativeSource,
  collections,
  isMeasuredKind,
  listedSources,
} from './source-list.ts'
import { sourceTable } from './table.ts'

/** A story of some 110 words, different for every name. */
function story(name: string): string {
  return `${name} walked to the old mill and saw a light in the window. It was late and the road was dark. `.repeat(
    5,
  )
}

const [creative] = collections as [Collection, Collection]

const source: CreativeSource = {
  repository: 'someone/stories',
  commit: 'HEAD',
  group: 'pupils',
  licence: 'none',
  domain: 'story',
  files: '^stories/',
  markup: 'markdown',
}

describe('a clone with stories', () => {
  let folder: string
  let clone: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'penmark-gather-'))
    clone = join(folder, 'someone', 'stories')
    mkdirSync(clone, { recursive: true })
    git('init', '-q')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function git(...args: string[]): void {
    execFileSync('git', ['-C', clone, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      env: { ...process.env, GIT_COMMITTER_DATE: day, GIT_AUTHOR_DATE: day },
    })
  }
  let day = ''

  function commit(date: string, files: Record<string, string>): void {
    day = `${date}T12:00:00Z`
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(clone, path)), { recursive: true })
      writeFileSync(join(clone, path), content)
    }
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', 'Add')
  }

  async function gathered(changes: Partial<CreativeSource> = {}) {
    const found = await gatherSource(
      { ...source, ...changes },
      cloneOf(folder, source.repository) ?? '',
      new Set(),
    )
    return { ...found, texts: found.texts.sort((a, b) => (a.text < b.text ? -1 : 1)) }
  }

  test('gives each story as it was last changed before chat assistants, with that day', async () => {
    commit('2019-04-01', { 'stories/a.md': story('Ann'), 'stories/b.md': story('Ben') })
    commit('2020-05-02', { 'stories/b.md': story('Bella') })
    commit('2024-01-01', { 'stories/a.md': story('Rewritten'), 'stories/c.md': story('Cleo') })
    const { texts } = await gathered()
    expect(texts.map(({ text, meta }) => [text.split(' ')[0], meta.date, meta.path])).toEqual([
      ['Ann', '2019-04-01', 'stories/a.md'],
      ['Bella', '2020-05-02', 'stories/b.md'],
    ])
  })

  test('reads the quotation marks of an old page', async () => {
    commit('2019-04-01', {})
    mkdirSync(join(clone, 'stories'))
    writeFileSync(join(clone, 'stories/old.txt'), Buffer.from(`\x93Stop.\x94 ${story('Ann')}`, 'latin1'))
    commit('2019-04-02', {})
    expect((await gathered({ markup: 'plain' })).texts[0]?.text).toMatch(/^“Stop.” Ann/)
  })

  test('leaves out verse, fragments, other languages and the same story twice', async () => {
    commit('2019-04-01', {
      'stories/poem.md': Array.from(
        { length: 30 },
        (_, i) => `the river ran past the mill of stone ${i}`,
      ).join('\n'),
      'stories/short.md': 'It was the end of the day and we went home.',
      'stories/french.md':
        'Elle marchait vers le moulin, et personne ne savait pourquoi elle chantait. '.repeat(20),
      'stories/one.md': story('Ann'),
      'stories/two.md': story('Ann'),
    })
    const { texts, left } = await gathered()
    expect(texts).toHaveLength(1)
    expect(left).toEqual({ verse: 1, short: 1, 'not English': 1, 'seen before': 1 })
  })

  test('takes at most forty texts of one writer, and names the writer by a code', async () => {
    const files = Array.from({ length: 45 }, (_, i): [string, string] => [
      `stories/${i}.md`,
      `author: Zoe\n\n${story(`Kit${i}`)}`,
    ])
    commit('2019-04-01', Object.fromEntries<string>(files))
    const { texts } = await gathered({ author: { text: '^author: (.+)$' } })
    expect(texts).toHaveLength(40)
    const codes = new Set(texts.map(({ meta }) => meta.author))
    expect(codes.size).toBe(1)
    expect([...codes][0]).toMatch(/^[0-9a-f]{12}$/)
  })

  test('cuts a long chapter at the end of a sentence, and a novel into as many stretches as asked', async () => {
    commit('2019-04-01', {
      'stories/novel.md': Array.from({ length: 40 }, (_, i) => story(`Kit${i}`)).join('\n\n'),
    })
    const { texts } = await gathered({ pieces: 3 })
    expect(texts).toHaveLength(3)
    for (const { text } of texts) {
      expect(text.split(/\s+/).length).toBeLessThanOrEqual(1200)
      expect(text).toMatch(/\.$/)
    }
  })

  test('takes the tales out of a table of exam answers, and leaves the letters', async () => {
    const answers = [
      { text: `Dear Kim,\n\n${story('Ann')}`, id: '1' },
      { text: story('Ben'), id: '2' },
      {
        text: 'I think that every school should have a garden, since children learn there. '.repeat(10),
        id: '3',
      },
    ]
    commit('2019-04-01', { 'stories/exam.json': answers.map((answer) => JSON.stringify(answer)).join('\n') })
    const { texts, left } = await gathered({
      markup: 'plain',
      narrativesOnly: true,
      records: { format: 'json-lines', text: 'text', author: 'id' },
    })
    expect(texts.map(({ text }) => text.split(' ')[0])).toEqual(['Ben'])
    expect(left).toEqual({ 'no narrative': 2 })
  })

  test('leaves out a page that its own history says was changed later', async () => {
    const page = (name: string, date: string) => ({
      body: `<p>${story(name)}</p>`,
      by: name,
      log: [{ date }],
    })
    commit('2022-06-01', {
      'stories/pages.json': JSON.stringify({ a: page('Ann', '2012-01-01'), b: page('Ben', '2023-02-02') }),
    })
    const { texts } = await gathered({
      markup: 'html',
      records: { format: 'json-values', text: 'body', author: 'by', changes: 'log' },
    })
    expect(texts.map(({ text }) => text.split(' ')[0])).toEqual(['Ann'])
  })

  test('leaves out a whole file of which the lab has a text already', async () => {
    const diary = (...names: string[]) => names.map((name) => `<post>${story(name)}</post>`).join('')
    commit('2019-04-01', { 'stories/a.xml': diary('Ann', 'Ada'), 'stories/b.xml': diary('Ben', 'Bo', 'Bea') })
    const wanted: CreativeSource = {
      ...source,
      markup: 'plain',
      records: { format: 'xml', element: 'post' },
      author: { path: '(\\w+)\\.xml' },
      perWriter: 2,
    }
    const { texts } = await gatherSource(wanted, clone, new Set(), new Set([openingOf(story('Ada'))]))
    expect(texts.map(({ text }) => text.split(' ')[0])).toEqual(['Ben', 'Bo'])
  })

  describe('of personal statements', () => {
    /** A statement of some 110 words about one person, different for every name and school. */
    function statement(name: string, school = 'your school'): string {
      const subjects = ['light', 'sound', 'heat', 'water', 'wind', 'stone', 'iron', 'glass', 'sand']
      const sentences = subjects.map(
        (subject) => `I met ${name} and my ${name} spoke of ${subject} with ${name}.`,
      )
      return `${sentences.join(' ')} I hope to study at ${school}.`
    }
    const applicants: Partial<CreativeSource> = { group: 'applicants', domain: 'personal statement' }

    test('keeps what the applicant wrote, without addresses, headings and names', async () => {
      commit('2019-04-01', {
        'stories/letter.md': `1 Mill Road\n\nDear committee,\n\nMy background\n\n${statement('Ann')}\n\nYours sincerely,\n\nAnn Lee`,
      })
      const { texts } = await gathered(applicants)
      expect(texts.map(({ text }) => text)).toEqual([statement('Ann')])
    })

    test('takes one of the versions of a statement, and no template', async () => {
      commit('2019-04-01', {
        'stories/north.md': statement('Ann', 'North'),
        'stories/south.md': `I love the South.\n\n${statement('Ann', 'South')}`,
        'stories/template.md': 'Lorem ipsum in the a and of to be dolor sit amet. '.repeat(20),
      })
      const { texts, left } = await gathered(applicants)
      expect(texts).toHaveLength(1)
      expect(left).toEqual({ 'seen before': 1, 'not personal': 1 })
    })

    test('takes the essays of many writers out of one file, each by another', async () => {
      commit('2019-04-01', {
        'stories/essays.txt': [statement('Ann'), statement('Ben'), statement('Cleo')].join('\n\n\n\n\n\n'),
      })
      const { texts } = await gathered({
        ...applicants,
        markup: 'plain',
        records: { format: 'parts', between: '\\n{6,}' },
      })
      expect(texts).toHaveLength(3)
      expect(new Set(texts.map(({ meta }) => meta.author)).size).toBe(3)
    })
  })

  test('says in the table what was taken, without any text or name', async () => {
    commit('2019-04-01', { 'stories/a.md': `author: Zoe\n\n${story('Ann')}` })
    const table = sourceTable(creative, [await gathered({ author: { text: '^author: (.+)$' } })])
    expect(table).toContain('| someone/stories |')
    expect(table).not.toMatch(/Zoe|mill/)
  })

  test('leaves out a revision of a report, and everything that is no sentence of the writer', async () => {
    const report = (end: string) =>
      `Title: Light\n\nMethods:\n${Array.from({ length: 12 }, (_, i) => story(`Kit${i}`)).join('\n')}\n${end}`
    commit('2019-04-01', {
      'stories/a.md': `${report('It grew.')}\nReferences\nLee (2001)`,
      'stories/b.md': report('It grew more.'),
    })
    const { texts, left } = await gathered({
      group: 'lab reports',
      markup: 'plain',
      without: ['^title:.*$', '^[a-z ]+:$', '^references$[\\s\\S]*'],
      author: { path: '(\\w)\\.md$' },
      measureOnly: true,
    })
    expect(left).toEqual({ 'seen before': 1 })
    expect(texts[0]?.text).not.toMatch(/Title|Methods|Lee/)
    expect(texts[0]?.meta.use).toBe('measure only')
  })
})

describe('the list of sources', () => {
  test('names for each one a repository, a whole commit and expressions that work', () => {
    for (const { repository, commit, files, except = '', holds = '', without = [] } of collections.flatMap(
      listedSources,
    )) {
      expect(repository).toMatch(/^[\w.-]+\/[\w.-]+$/)
      expect(commit).toMatch(/^[0-9a-f]{40}$/)
      for (const expression of [files, except, holds]) expect(() => new RegExp(expression)).not.toThrow()
      for (const expression of without) expect(() => new RegExp(expression, 'gimu')).not.toThrow()
    }
  })

  test('marks every source of a kind that is only measured', () => {
    const measured = collections.flatMap(listedSources).filter(({ group }) => isMeasuredKind(group))
    expect(measured.length).toBeGreaterThan(0)
    expect(measured.filter(({ measureOnly }) => measureOnly !== true)).toEqual([])
  })

  test('keeps about a third of the repositories for measuring', () => {
    const names = Array.from({ length: 3000 }, (_, i) => `owner${i}/name`)
    const share = names.filter(isMeasuredOnly).length / names.length
    expect(share).toBeGreaterThan(0.3)
    expect(share).toBeLessThan(0.37)
  })
})
