interface Person {
  first_name: string | null
  last_name: string | null
  email: string | null
}

/** Full name, else the email address; null where neither is known. */
export function nameOf({ first_name, last_name, email }: Person): string | null {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || email
}

interface Owned {
  teacher_name: string | null
  teacher_email: string | null
}

/** The owner's name or email. */
export function ownerOf({ teacher_name, teacher_email }: Owned): string | null {
  return teacher_name ?? teacher_email
}
