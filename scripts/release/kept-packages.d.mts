export const unbundled: string[]
export const keptPackages: string[]
