/** The types that have a reader, by their extension. The product's list is the contract's, which has to name these. */
export const readTypes = ['pdf', 'docx', 'doc', 'txt'] as const
export type FileType = (typeof readTypes)[number]
