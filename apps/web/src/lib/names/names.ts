import type { ClassGroup, Student } from '@penmark/contract'

export function studentName({ first_name, last_name }: Pick<Student, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

/** `Year 10 English (2026/27)`: class names repeat every year. */
export function className({ class_name, academic_year }: Pick<ClassGroup, 'class_name' | 'academic_year'>): string {
  return academic_year ? `${class_name} (${academic_year})` : class_name
}
