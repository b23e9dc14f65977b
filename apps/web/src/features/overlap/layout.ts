import type { SharingPair } from '@penmark/contract'

interface Dot {
  id: string
  name: string
  x: number
  y: number
}

export interface MapLine {
  id: string
  from: Dot
  to: Dot
  /** The larger of the two shares. */
  share: number
}

/** A student's name where one document bears it; where several do, or there is none, that of the document. */
function namesOf(pairs: readonly SharingPair[]): Map<string, string> {
  const documents = new Map(pairs.flatMap((pair) => pair.documents).map((document) => [document.id, document]))
  const times = new Map<string, number>()
  for (const { student_name: name } of documents.values()) if (name !== null) times.set(name, (times.get(name) ?? 0) + 1)
  return new Map(
    [...documents.values()].map(({ id, student_name: student, original_filename: file }) => {
      if (student === null) return [id, file]
      return [id, times.get(student) === 1 ? student : `${student} · ${file}`]
    }),
  )
}

/** Documents on a circle, those that share with each other side by side, and a line for each pair. */
export function layoutMap(pairs: readonly SharingPair[], size: number): { dots: Dot[]; lines: MapLine[] } {
  const neighbours = new Map<string, Set<string>>()
  const names = namesOf(pairs)
  for (const { documents } of pairs) {
    const [first, second] = documents
    for (const [document, other] of [
      [first, second],
      [second, first],
    ] as const) {
      neighbours.set(document.id, (neighbours.get(document.id) ?? new Set()).add(other.id))
    }
  }
  const order: string[] = []
  const seen = new Set<string>()
  for (const start of neighbours.keys()) {
    const waiting = [start]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      order.push(id)
      waiting.push(...(neighbours.get(id) ?? []))
    }
  }
  const radius = size / 2 - 12
  const dots = new Map(
    order.map((id, nth) => {
      const angle = (2 * Math.PI * nth) / order.length - Math.PI / 2
      return [
        id,
        { id, name: names.get(id) ?? '', x: size / 2 + radius * Math.cos(angle), y: size / 2 + radius * Math.sin(angle) },
      ] as const
    }),
  )
  const lines = pairs.flatMap(({ id, documents: [first, second] }) => {
    const [from, to] = [dots.get(first.id), dots.get(second.id)]
    return from && to ? [{ id, from, to, share: Math.max(first.share, second.share) }] : []
  })
  return { dots: [...dots.values()], lines }
}
