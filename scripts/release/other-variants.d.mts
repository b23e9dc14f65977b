import type { Platform } from './platform.ts'

export function isOtherVariant(file: string, platform: Platform): boolean
export const foldersOfVariants: string[]
