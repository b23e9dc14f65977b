/** A stretch of a text: UTF-16 offsets, end exclusive. */
interface Range {
  start: number
  end: number
}

/**
 * `ALGERNON:`, `Dr Okafor:`, `Q:` or `LANE.` at the beginning of a paragraph, with a stage direction behind
 * it if there is one. A full stop follows names in capitals alone, because "Yes." is a sentence.
 */
const label =
  /^(?:(\p{Lu}[\p{L}\p{M}'.-]{0,24}(?: [\p{Lu}\d][\p{L}\p{M}\d'.-]{0,24}){0,3}) ?:|(\p{Lu}[\p{Lu}'-]{2,24}(?: [\p{Lu}\d][\p{Lu}\d'.-]{0,24}){0,3})\.)(?:\s+|$)/u
const labelLength = 110

/**
 * Two must speak, each twice, and labels must begin this many paragraphs and this share of them: otherwise
 * they are headings or lists.
 */
const fewestSpeakers = 2
const fewestSpeeches = 4
const leastShare = 0.4

/**
 * How many characters at the beginning of each paragraph name its speaker, in plays, film scripts and
 * interviews; 0 elsewhere. Names in capitals before every speech are a convention of the form and say nothing
 * about who wrote it.
 */
export function speakerLabels(text: string, paragraphs: readonly Range[]): number[] {
  const found = paragraphs.map(({ start, end }) =>
    label.exec(text.slice(start, Math.min(end, start + labelLength))),
  )
  const speeches = new Map<string, number>()
  for (const match of found) {
    const name = nameOf(match)
    if (name !== null) speeches.set(name, (speeches.get(name) ?? 0) + 1)
  }
  const isSpeaker = (match: RegExpExecArray | null) => (speeches.get(nameOf(match) ?? '') ?? 0) > 1
  const spoken = found.filter(isSpeaker).length
  const speakers = [...speeches.values()].filter((count) => count > 1).length
  if (speakers < fewestSpeakers || spoken < fewestSpeeches || spoken < leastShare * paragraphs.length)
    return paragraphs.map(() => 0)
  return found.map((match) => (match !== null && isSpeaker(match) ? match[0].length : 0))
}

const nameOf = (match: RegExpExecArray | null): string | null => match?.[1] ?? match?.[2] ?? null
