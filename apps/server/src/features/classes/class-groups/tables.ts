import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../../services/database/database.ts'

export const classGroups = pgTable('class_groups', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  class_name: text().notNull(),
  academic_year: text(),
  description: text(),
  /** Created for a new teacher together with the sample documents. */
  is_sample: boolean().notNull().default(false),
  created_at: time().notNull().defaultNow(),
  updated_at: time().notNull().defaultNow(),
})

export const classMemberships = pgTable(
  'class_memberships',
  {
    class_group_id: uuid().notNull(),
    student_id: uuid().notNull(),
    created_at: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.class_group_id, table.student_id] })],
)

export const classGroupTombstones = pgTable('class_group_tombstones', {
  class_group_id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  deleted_at: time().notNull().defaultNow(),
})
