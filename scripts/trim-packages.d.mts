import type { Platform } from './release/platform.ts'

export const unopened: string[]

/** Deletes from the installed packages in a folder what only other systems load and what nothing opens. */
export function trimPackages(modules: string, platform?: Platform): Promise<void>
