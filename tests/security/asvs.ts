import { chapters1To4 } from './asvs/chapters-1-to-4.ts'
import { chapters5To9 } from './asvs/chapters-5-to-9.ts'
import { chapters10To14 } from './asvs/chapters-10-to-14.ts'
import type { Chapter } from './asvs/lines.ts'

/** Compliance with each requirement of OWASP ASVS 4.0.3, levels 1 and 2. */
export const asvs: readonly Chapter[] = [...chapters1To4, ...chapters5To9, ...chapters10To14]
