import { lengthsFrom, scoreTenths } from '@penmark/contract'
import type { Connection, Row } from '../../database/database.ts'

/** Sums over a set of documents. The database updates the tallies with every change of a document. */
export interface Counts {
  documents: number
  scored: number
  /** Sum of the scores, in thousandths. */
  thousandths: number
  byScore: number[]
  byLength: number[]
}

export interface ClassCounts extends Counts {
  class_group_id: string
  class_name: string
  academic_year: string | null
}

export interface MonthCounts extends Counts {
  /** `2026-11` */
  month: string
}

const columns = [
  'documents',
  'scored',
  'score_thousandths',
  ...Array.from({ length: scoreTenths }, (_, tenth) => `score_${tenth}`),
  ...lengthsFrom.map((_, length) => `length_${length}`),
]
// As one text: the drivers take ten times as long for ten thousand single values.
const sums = `concat_ws(',', ${columns.map((column) => `coalesce(sum(t.${column}), 0)`).join(', ')}) as sums`

function countsIn({ sums }: Row): Counts {
  const [documents = 0, scored = 0, thousandths = 0, ...rest] = String(sums).split(',').map(Number)
  return { documents, scored, thousandths, byScore: rest.slice(0, scoreTenths), byLength: rest.slice(scoreTenths) }
}

const classIn = (row: Row): ClassCounts => ({
  class_group_id: String(row.id),
  class_name: String(row.class_name),
  academic_year: typeof row.academic_year === 'string' ? row.academic_year : null,
  ...countsIn(row),
})

/** Every class of a teacher by name, including those without documents; the sample class only once it holds real work. */
export async function selectClassCounts(connection: Connection, teacher_id: string): Promise<ClassCounts[]> {
  const { rows } = await connection.query(
    `select c.id, c.class_name, c.academic_year, ${sums}
     from class_groups c left join document_tallies t on t.class_group_id = c.id and t.teacher_id = $1
     where c.teacher_id = $1 group by c.id having not c.is_sample or sum(t.documents) > 0 order by lower(c.class_name), lower(coalesce(c.academic_year, '')) desc`,
    [teacher_id],
  )
  return rows.map(classIn)
}

/** Null where the teacher has no such class. */
export async function selectOptionalClassCounts(connection: Connection, teacher_id: string, id: string): Promise<ClassCounts | null> {
  const { rows } = await connection.query(
    `select c.id, c.class_name, c.academic_year, ${sums}
     from class_groups c left join document_tallies t on t.class_group_id = c.id and t.teacher_id = $1
     where c.teacher_id = $1 and c.id = $2 group by c.id`,
    [teacher_id, id],
  )
  return rows[0] ? classIn(rows[0]) : null
}

/** Months with uploads, oldest first: of one class, or of all documents. */
export async function selectMonthCounts(connection: Connection, teacher_id: string, class_group_id: string | null): Promise<MonthCounts[]> {
  const { rows } = await connection.query(
    `select to_char(t.month, 'YYYY-MM') as month, ${sums} from document_tallies t
     where t.teacher_id = $1 and ($2::uuid is null or t.class_group_id = $2) group by t.month order by t.month`,
    [teacher_id, class_group_id],
  )
  return rows.map((row) => ({ month: String(row.month), ...countsIn(row) }))
}
