import type { Item } from '../../corpora/collection.ts'
import { isDated } from '../../corpora/dated.ts'
import type { Judged } from '../judged.ts'

const lengths: readonly [number, number][] = [
  [50, 99],
  [100, 149],
  [150, 249],
  [250, 399],
  [400, 699],
  [700, Number.POSITIVE_INFINITY],
]

/** The band of a text's length in words. */
export function lengthOf({ words }: Judged): string | null {
  const band = lengths.find(([from, to]) => words >= from && words <= to)
  return band === undefined
    ? null
    : `${String(band[0]).padStart(3, ' ')}${band[1] === Number.POSITIVE_INFINITY ? ' and more' : `–${band[1]}`}`
}

/** A source by its name; the half of gede whose human texts carry no date by a name of its own. */
export function sourceName(item: Item): string {
  const { source, label } = item
  return source.name === 'gede' && label === 'human' && !isDated(item) ? 'gede, undated half' : source.name
}

const biasCollections: readonly [prefix: string, name: string][] = [
  ['TOEFL', 'TOEFL essays'],
  ['HewlettStudentEssay', 'US school essays, grade 8'],
  ['CollegeEssay', 'US college-admission essays'],
  ['CS224N', 'university project abstracts'],
]

/** The collection within detector-bias, with the label and what was done to the text. */
export function biasGroup(item: Item): string {
  const id = String(item.prompt_id ?? '')
  const found = biasCollections.find(([prefix]) => id.startsWith(prefix))
  if (found !== undefined) return `${found[1]}, ${item.label}`
  return `${item.domain ?? 'text'}, ${item.label}${item.attack === undefined ? '' : `, ${item.attack}`}`
}

/** A test source and label; detector-bias is split into its collections, because its writers differ most. */
export function testGroup(item: Item): string {
  return item.source.name === 'detector-bias' ? `detector-bias: ${biasGroup(item)}` : `${item.source.name}, ${item.label}`
}

const groupNames: Readonly<Record<string, string>> = {
  race_ethnicity: 'ethnicity',
  gender: 'gender',
  grade_level: 'grade',
  ses: 'household',
}
const text = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null)

/** ELLIPSE's groups of writers: for each kind of group, a name from a text. */
export const learnerGroups: readonly ((one: Judged) => string | null)[] = Object.entries(groupNames).map(([key, name]) => ({ item }) => {
  const value = text(item.meta?.[key])
  return value === null || value.trim() === '' ? null : `${name}: ${value}`
})
