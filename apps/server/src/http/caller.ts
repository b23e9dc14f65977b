import type { Person } from '../outside/identity/identity.ts'

/** Who is calling. Everything a call touches belongs to `teacher_id`, whatever the body says. */
export interface Caller {
  teacher_id: string
  is_administrator: boolean
  person: Person
}

/** The part of the caller that most actions need. */
export type Owner = Pick<Caller, 'teacher_id'>
