/** Writes compressed versions next to each text file of a folder. */
export function compressFiles(folder: string): Promise<void>
