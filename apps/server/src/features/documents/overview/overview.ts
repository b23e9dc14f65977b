import {
  emptyOverview,
  type Overview,
  type OverviewCard,
  overviewCards,
  type PlainFact,
  overviewRoutes as routes,
  type SharingGroup,
  sharingShown,
} from '@penmark/contract'
import { tellingSharedWords } from '@penmark/wording'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { nameDocuments } from '../lists/names.ts'
import { readDocumentsById } from '../lists/scopes.ts'
import { readCardBases } from '../report/report.ts'
import { readInsertions } from '../standing/evidence.ts'
import {
  countReplies,
  type DocumentScope,
  listNeeding,
  readFigures,
  readProgress,
  readWords,
  scopeOf,
} from '../standing/figures.ts'
import { type Group, readSharingGroups } from '../standing/sharing-groups.ts'
import { offerWaiting } from '../waiting/read-waiting.ts'
import type { CardReaders, ComparedIn } from './card-readers.ts'

export function bindOverview({ bind }: Binder, database: Database, readers: CardReaders): void {
  bind(routes.readOverview, (target, caller) => readOverview(database, readers, target, caller, new Date()))
}

/** Who needs the teacher. A class, student or upload of somebody else has nothing in it. */
async function readOverview(
  connection: Connection,
  readers: CardReaders,
  target: Parameters<typeof scopeOf>[0],
  owner: Owner,
  now: Date,
): Promise<Overview> {
  const scope = scopeOf(target)
  if (scope === null) return emptyOverview
  const { teacher_id } = owner
  const figures = await readFigures(connection, teacher_id, scope)
  if (figures.documents === 0) return emptyOverview
  const isReading = figures.waiting + figures.reading > 0
  const groups = await readSharingGroups(connection, teacher_id, scope)
  const ids = await listNeeding(connection, teacher_id, scope, overviewCards)
  return {
    figures,
    progress: isReading ? await readProgress(connection, teacher_id, scope, now) : null,
    words: await readWords(connection, teacher_id, scope),
    readable: figures.out_of_words > 0 ? await offerWaiting(connection, teacher_id, scope, now) : null,
    replied: await countReplies(connection, teacher_id, scope),
    sharing_groups: await describeGroups(connection, groups.slice(0, sharingShown.groups), owner),
    sharing_total: groups.length,
    is_comparing: await readers.isComparing(owner, comparedIn(scope)),
    cards: await describe(connection, readers, ids, owner),
  }
}

/** The class or the upload whose documents are compared with each other; null for any. */
function comparedIn({ class_group_id, batch_id }: DocumentScope): ComparedIn | null {
  if (class_group_id !== undefined) return { class_group_id }
  return batch_id === undefined ? null : { batch_id }
}

/** Groups with the names of their documents and students as they are now. */
async function describeGroups(
  connection: Connection,
  groups: readonly Group[],
  { teacher_id }: Owner,
): Promise<SharingGroup[]> {
  const shown = ({ members }: Group) => members.slice(0, sharingShown.members)
  const names = await nameDocuments(connection, teacher_id, groups.flatMap(shown))
  return groups.map((group) => ({
    documents: group.members.length,
    members: shown(group).flatMap((id) => names.get(id) ?? []),
    words: group.largest.words,
    pair_id: group.largest.pair_id,
  }))
}

/** What a card says of a file: what is notable, and how it was edited. */
const isForCard = ({ kind, severity }: PlainFact) => severity === 'notable' || kind === 'editing-history'

/** The cards of these documents, in the same order. */
async function describe(
  connection: Connection,
  readers: CardReaders,
  ids: string[],
  owner: Owner,
): Promise<OverviewCard[]> {
  const cases = await readers.readCases(owner, ids)
  const insertions = await readInsertions(connection, ids)
  const documents = new Map(
    (await readDocumentsById(connection, owner.teacher_id, ids)).map((document) => [document.id, document]),
  )
  const bases = await readCardBases(connection, ids)
  const handedIn = await readers.listHandedIn(owner, ids)
  const earlier = await readers.readClosestEarlier(owner, [...documents.values()])
  const inSchool = await readers.readSchoolMatches(owner, ids)
  const sources = await readers.readSourceMatches(owner, ids)
  const closest = await readers.readClosest(owner, ids)
  const names = await nameDocuments(
    connection,
    owner.teacher_id,
    [...closest.values()].map(({ other }) => other),
  )
  return ids.flatMap((id) => {
    const document = documents.get(id)
    if (!document) return []
    const shared = closest.get(id)
    const other = shared && names.get(shared.other)
    const isOwn = document.student_id !== null && document.student_id === other?.student_id
    const inCase = cases.get(id)
    const isInserted = document.standing_reasons.includes('inserted')
    const before = earlier.get(id)
    const [elsewhere] = inSchool?.get(id) ?? []
    const source = sources.get(id)?.find(({ words }) => words >= tellingSharedWords)
    return {
      document,
      calibration: bases.get(id)?.calibration ?? null,
      facts: bases.get(id)?.facts.filter(isForCard) ?? [],
      is_from_writing_room: handedIn.has(id),
      inserted: (isInserted && insertions.get(id)) || null,
      shared: shared && other && !isOwn ? { words: shared.words, document: other } : null,
      earlier: before
        ? { words: before.words, handed_in_at: before.handed_in_at, is_own_work: before.is_own_work }
        : null,
      school: elsewhere ? { words: elsewhere.words, handed_in_on: elsewhere.handed_in_on } : null,
      source: source ? { words: source.words, name: source.name } : null,
      case: inCase ? { id: inCase.id, state: inCase.state, reply: inCase.reply } : null,
    }
  })
}
