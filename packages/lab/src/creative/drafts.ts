const length = 8
/** Of the runs of words of a text, those that earlier texts may hold. */
const mostShared = 0.1

/** The runs of eight words of a text. Drafts of one text share most of them. */
export function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '))
}

export function isDraft(text: string, seen: ReadonlySet<string>): boolean {
  const runs = runsOf(text)
  return runs.filter((run) => seen.has(run)).length > runs.length * mostShared
}
