interface Person {
  first_name: string | null
  last_name: string | null
  email: string | null
}

/** Full name, else the e-mail address; null where neither was ever given. */
export function nameOf({ first_name, last_name, email }: Person): string | null {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || email
}

interface Owned {
  teacher_name: string | null
  teacher_email: string | null
}

/** Whose something is. */
export function ownerOf({ teacher_name, teacher_email }: Owned): string | null {
  return teacher_name ?? teacher_email
}
