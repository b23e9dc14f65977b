/** A statement of the checks about a list, judged with its paper open and a search for every name in it. */
export interface JudgedStatement {
  kind: string
  right: boolean
  /** Whether the rules as they are now no longer make it. */
  silent: boolean
}

/** A reference list of a real file: nothing of its text, so that nobody can be recognised. */
export interface JudgedList {
  /** The beginning of the file's SHA-256. */
  id: string
  file: 'word' | 'pdf'
  style: string
  entries: number
  /** Whether its citations were compared with it. */
  compared: boolean
  /** Whether the rules had been mended on other lists before they first read it. */
  fresh: boolean
  /** At most five of a kind, so that no single paper decides. */
  statements: JudgedStatement[]
}

export interface JudgedLists {
  day: string
  lists: JudgedList[]
}

const kinds = ['unlisted-citation', 'uncited-reference'] as const

const share = (statements: readonly JudgedStatement[]) => {
  const right = statements.filter((each) => each.right).length
  return statements.length === 0
    ? '–'
    : `${((100 * right) / statements.length).toFixed(1)} % (${right} of ${statements.length})`
}

function line(name: string, lists: readonly JudgedList[]): string {
  const all = lists.flatMap(({ statements }) => statements)
  const of = (kind: string) => all.filter((each) => each.kind === kind)
  const others = all.filter(({ kind }) => !(kinds as readonly string[]).includes(kind))
  return `| ${[
    name,
    lists.length,
    lists.filter(({ compared }) => compared).length,
    ...[...kinds.map(of), others].map(share),
    share(all.filter(({ silent }) => !silent)),
  ].join(' | ')} |`
}

/** The table of judged lists: by kind of file and style, and those that the rules were not mended on. */
export function judgedListsTable({ lists }: JudgedLists): string {
  const names = { word: 'Word', pdf: 'PDF' } as const
  const groups = (['word', 'pdf'] as const).flatMap((file) =>
    [...new Set(lists.filter((each) => each.file === file).map(({ style }) => style))].sort().map((style) =>
      line(
        `${names[file]}, ${style}`,
        lists.filter((each) => each.file === file && each.style === style),
      ),
    ),
  )
  return [
    '| kind and style | lists | compared | cited but not listed: right | listed but not cited: right | anything else: right | of what is still said: right |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    line('**all**', lists),
    line(
      '**read once the rules were mended**',
      lists.filter(({ fresh }) => fresh),
    ),
    ...groups,
  ].join('\n')
}
