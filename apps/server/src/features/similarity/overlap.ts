import {
  type ComparedDocument,
  csvLine,
  csvMark,
  type DocumentOverlap,
  isId,
  type LongAttachment,
  overlapLists,
  routes,
  type SharedTexts,
  type SharingPair,
} from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import { sha256 } from '../../lib/secrets.ts'
import { problem } from '../../locale/problems/problem.ts'
import type { Connection } from '../../services/database/database.ts'
import { loadExportTexts, nameDocuments, readDocument, readTexts } from '../documents/index.ts'
import {
  type Compared,
  type PairRow,
  selectDocumentGroups,
  selectDocumentPairs,
  selectOptionalPair,
  selectPairs,
  selectPairsByIds,
} from './comparison/store.ts'
import {
  deleteComparison,
  listComparisons,
  type OverlapDependencies,
  readComparison,
  requireComparison,
  startComparison,
} from './comparisons.ts'
import { exportEarlier } from './earlier/export-earlier.ts'
import { readEarlierOverlap } from './earlier/read-earlier.ts'

export function bindOverlap({ bind }: Binder, dependencies: OverlapDependencies): void {
  bind(routes.startComparison, (input, caller) => startComparison(dependencies, input, caller))
  bind(routes.listComparisons, (target, caller) => listComparisons(dependencies, target, caller))
  bind(routes.readComparison, ({ id }, caller) => readComparison(dependencies, id, caller))
  bind(routes.deleteComparison, ({ id }, caller) => deleteComparison(dependencies, id, caller))
  bind(routes.listPairs, (page, caller) => listPairs(dependencies, page, caller))
  bind(routes.exportPairs, (input, caller) => exportPairs(dependencies, input, caller))
  bind(routes.readDocumentOverlap, ({ id }, caller) => readDocumentOverlap(dependencies, id, caller))
  bind(routes.readEarlierOverlap, ({ id }, caller) => readEarlierOverlap(dependencies, id, caller))
  bind(routes.exportEarlier, (input, caller) => exportEarlier(dependencies.database, input, caller))
  bind(routes.readPair, ({ id }, caller) => readPair(dependencies, id, caller))
}

/** Pairs with the names of their documents and students as they are now. */
async function withNames(
  connection: Connection,
  teacher_id: string,
  rows: readonly PairRow[],
): Promise<SharingPair[]> {
  const documents = await nameDocuments(
    connection,
    teacher_id,
    rows.flatMap(({ document_a, document_b }) => [document_a, document_b]),
  )
  const toDocument = (id: string, share: number): ComparedDocument => {
    const named = documents.get(id) ?? { id, original_filename: '', student_id: null, student_name: null }
    return { ...named, share }
  }
  return rows.map(({ id, document_a, document_b, share_a, share_b, words, passages }) => ({
    id,
    documents: [toDocument(document_a, share_a), toDocument(document_b, share_b)],
    words,
    passages: passages.length,
  }))
}

async function listPairs(
  dependencies: OverlapDependencies,
  { id, offset, limit }: { id: string; offset: number; limit: number },
  caller: Owner,
): Promise<SharingPair[]> {
  await requireComparison(dependencies, id, caller)
  return withNames(
    dependencies.database,
    caller.teacher_id,
    await selectPairs(dependencies.database, id, { offset, limit }),
  )
}

/** Enough for a report; the list of pairs has all of them. */
const pairsOfReport = 5

/** What the caller's own document shares with others of the class and the upload it is in now. */
export async function readDocumentOverlap(
  { database }: Pick<OverlapDependencies, 'database'>,
  id: string,
  caller: Owner,
): Promise<DocumentOverlap[]> {
  const { class_group_id, batch_id } = await readDocument(database, id, caller)
  const compared: Compared[] = [
    ...(class_group_id === null ? [] : [{ class_group_id }]),
    ...(batch_id === null ? [] : [{ batch_id }]),
  ]
  const allPairs = await selectDocumentPairs(database, caller.teacher_id, id, compared)
  const allGroups = await selectDocumentGroups(database, caller.teacher_id, id, compared)
  const overlaps: DocumentOverlap[] = []
  for (const comparison_id of new Set([...allPairs, ...allGroups].map((one) => one.comparison_id))) {
    const pairs = allPairs.filter((pair) => pair.comparison_id === comparison_id)
    const groups = allGroups.filter((group) => group.comparison_id === comparison_id)
    const [first] = [...pairs, ...groups]
    const largest = pairs.slice(0, pairsOfReport).map((pair) => pair.id)
    overlaps.push({
      comparison_id,
      class_group_id: first?.class_group_id ?? null,
      batch_id: first?.batch_id ?? null,
      // The pairs of a very large group are not listed.
      documents: Math.max(pairs.length, ...groups.map((group) => group.documents - 1)),
      words: Math.max(...pairs.map(({ words }) => words), ...groups.map(({ words }) => words)),
      pairs: await withNames(database, caller.teacher_id, await selectPairsByIds(database, largest)),
    })
  }
  return overlaps
}

/** The caller's own pair with both texts; another teacher's answers 404. */
async function readPair(
  { database }: OverlapDependencies,
  id: string,
  { teacher_id }: Owner,
): Promise<SharedTexts> {
  const row = isId(id) ? await selectOptionalPair(database, teacher_id, id) : null
  const [pair] = row ? await withNames(database, teacher_id, [row]) : []
  if (!row || !pair) throw problem('not_found', 'pair_unknown')
  const texts = await readTexts(database, teacher_id, [row.document_a, row.document_b])
  const [first = '', second = ''] = [texts.get(row.document_a), texts.get(row.document_b)]
  if (sha256(first) !== row.text_hash_a || sha256(second) !== row.text_hash_b) {
    throw problem('conflict', 'pair_outdated')
  }
  return {
    pair,
    comparison_id: row.comparison_id,
    texts: [first, second],
    passages: row.passages.map(({ a, b, words }) => ({
      ranges: [
        { start: a[0], end: a[1] },
        { start: b[0], end: b[1] },
      ],
      words,
    })),
  }
}

const columnTitles = [
  'export:overlap.documentA',
  'export:overlap.studentA',
  'export:overlap.shareA',
  'export:overlap.documentB',
  'export:overlap.studentB',
  'export:overlap.shareB',
  'export:overlap.words',
  'export:overlap.passages',
]

/** The pairs as CSV, the largest share first. It is streamed while it is read. */
async function exportPairs(
  dependencies: OverlapDependencies,
  { id, language = 'en-GB' }: { id: string; language?: string | undefined },
  caller: Owner,
): Promise<LongAttachment> {
  await requireComparison(dependencies, id, caller)
  const texts = await loadExportTexts(language)
  const percent = (share: number) => (share * 100).toFixed(1).replace('.', texts.decimalSeparator)
  const cellsOf = ({ original_filename, student_name, share }: ComparedDocument) => [
    original_filename,
    student_name,
    percent(share),
  ]

  async function* lines(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    const limit = overlapLists.largest
    const line = (cells: readonly (string | number | null)[]) =>
      encoder.encode(csvLine(cells, texts.cellSeparator))
    yield encoder.encode(csvMark)
    yield line(columnTitles.map((key) => texts.text(key)))
    for (let offset = 0; ; offset += limit) {
      const rows = await selectPairs(dependencies.database, id, { offset, limit })
      for (const { documents, ...pair } of await withNames(dependencies.database, caller.teacher_id, rows))
        yield line([...cellsOf(documents[0]), ...cellsOf(documents[1]), pair.words, pair.passages])
      if (rows.length < limit) return
    }
  }
  return { filename: texts.text('export:overlap.file'), chunks: lines() }
}
