import { code } from './asvs/code.ts'
import { data } from './asvs/data.ts'
import type { Chapter } from './asvs/lines.ts'
import { people } from './asvs/people.ts'

/** Compliance with each requirement of OWASP ASVS 4.0.3, levels 1 and 2. */
export const asvs: readonly Chapter[] = [...people, ...data, ...code]
