import {
  emptyOverview,
  flaggedWithinDays,
  isId,
  type Overview,
  type OverviewCard,
  overviewCards,
  type PlainFact,
  overviewRoutes as routes,
} from '@penmark/contract'
import { tellingSharedWords } from '@penmark/reading'
import type { Connection, Database } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import { readCasesOfDocuments } from '../cases/read-cases.ts'
import {
  countByFinding,
  type DocumentScope,
  listFound,
  readDocumentsById,
  selectIdsWithin,
} from '../documents/lists/findings-of.ts'
import { readCardBases } from '../documents/report/report.ts'
import { readClosestEarlier } from '../overlap/earlier/read-earlier.ts'
import { nameDocuments } from '../overlap/names.ts'
import { readSchoolMatches } from '../overlap/school/read-matches.ts'
import { isComparing, readClosest, readSharing } from '../overlap/sharing.ts'
import { readSourceMatches } from '../overlap/sources/read-matches.ts'
import { listHandedIn } from '../writing/record/record.ts'

export function bindOverview({ bind }: Binder, database: Database): void {
  bind(routes.readOverview, (target, caller) => readOverview(database, target, caller, new Date()))
}

/** More findings than a teacher can have undecided; beyond them, decided ones are counted as undecided. */
const mostFound = 2_000

/** Without a class and an upload, the documents of the last days. */
function scopeOf(
  { class_group_id, batch_id }: { class_group_id?: string | undefined; batch_id?: string | undefined },
  now: Date,
): DocumentScope {
  if (class_group_id) return { class_group_id }
  return batch_id ? { batch_id } : { since: new Date(now.getTime() - flaggedWithinDays * dayMs) }
}

/** Who needs the teacher. A class or upload of somebody else has nothing in it. */
async function readOverview(
  connection: Connection,
  target: { class_group_id?: string | undefined; batch_id?: string | undefined },
  owner: Owner,
  now: Date,
): Promise<Overview> {
  if (!Object.values(target).every((id) => id === undefined || isId(id))) return emptyOverview
  const { teacher_id } = owner
  const scope = scopeOf(target, now)
  const { found: _, ...counts } = await countByFinding(connection, teacher_id, scope)
  if (counts.documents === 0) return emptyOverview
  const found = await listFound(connection, teacher_id, scope, mostFound)
  const cases = await readCasesOfDocuments(connection, found, owner)
  const answered = await selectIdsWithin(connection, teacher_id, scope, [...cases.answered.keys()])
  const undecided = found.filter((id) => cases.of.get(id)?.state !== 'decided')
  const first = [...new Set([...answered, ...undecided])].slice(0, overviewCards)
  const caseOf = (id: string) => cases.of.get(id) ?? cases.answered.get(id) ?? null
  return {
    ...counts,
    needs_look: undecided.length,
    decided: found.length - undecided.length,
    replied: new Set(answered.map((id) => caseOf(id)?.id)).size,
    sharing: await readSharing(connection, teacher_id, scope),
    is_comparing: await isComparing(connection, teacher_id, 'since' in scope ? null : scope),
    cards: await describe(connection, first, caseOf, owner),
  }
}

/** What a card says of a file: what is notable, and how it was edited. */
const isForCard = ({ kind, severity }: PlainFact) => severity === 'notable' || kind === 'editing-history'

/** The cards of these documents, in the same order. */
async function describe(
  connection: Connection,
  ids: string[],
  caseOf: (id: string) => { id: string; state: NonNullable<OverviewCard['case']>['state'] } | null,
  owner: Owner,
): Promise<OverviewCard[]> {
  const documents = new Map(
    (await readDocumentsById(connection, owner.teacher_id, ids)).map((document) => [document.id, document]),
  )
  const bases = await readCardBases(connection, ids)
  const handedIn = await listHandedIn(connection, ids, owner)
  const earlier = await readClosestEarlier(connection, owner.teacher_id, [...documents.values()])
  const inSchool = await readSchoolMatches(connection, owner.teacher_id, ids)
  const sources = await readSourceMatches(connection, owner.teacher_id, ids)
  const closest = await readClosest(connection, owner.teacher_id, ids)
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
    const inCase = caseOf(id)
    const before = earlier.get(id)
    const [elsewhere] = inSchool?.get(id) ?? []
    const source = sources.get(id)?.find(({ words }) => words >= tellingSharedWords)
    return {
      document,
      calibration: bases.get(id)?.calibration ?? null,
      facts: bases.get(id)?.facts.filter(isForCard) ?? [],
      is_from_writing_room: handedIn.has(id),
      shared: shared && other ? { words: shared.words, document: other } : null,
      earlier: before
        ? { words: before.words, handed_in_at: before.handed_in_at, is_own_work: before.is_own_work }
        : null,
      school: elsewhere ? { words: elsewhere.words, handed_in_on: elsewhere.handed_in_on } : null,
      source: source ? { words: source.words, name: source.name } : null,
      case: inCase && { id: inCase.id, state: inCase.state },
    }
  })
}
