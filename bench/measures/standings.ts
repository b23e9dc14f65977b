import type { Database } from '../../apps/server/src/services/database/database.ts'

/** A class in which three texts in a hundred need their teacher. */
const foundFrom = 0.97

/** Gives the documents that a bench stored itself what reading them would have. */
export async function seedStandings(database: Database): Promise<void> {
  await database.query(
    `update documents set standing_since = created_at, standing = case
         when status <> 'COMPLETED' then 'unread' when score >= $1 then 'needs-you' else 'nothing-found' end,
       finding = case when status <> 'COMPLETED' then null when score >= $1 then 'ai-likely' else 'no-evidence' end,
       label = case when score >= $1 then 'ai-generated' else label end,
       standing_reasons = case when status = 'COMPLETED' and score >= $1 then array['ai-writing'] else '{}' end,
       standing_sort = case when status = 'COMPLETED' and score >= $1 then score else 0 end
     where standing is null and not is_sample`,
    [foundFrom],
  )
}
