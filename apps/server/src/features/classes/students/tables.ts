import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../../services/database/database.ts'

export const students = pgTable('students', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  email: text(),
  external_student_id: text(),
  descriptor: text(),
  year_group: text(),
  created_at: time().notNull().defaultNow(),
  updated_at: time().notNull().defaultNow(),
})

export const studentTombstones = pgTable('student_tombstones', {
  student_id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  deleted_at: time().notNull().defaultNow(),
})
