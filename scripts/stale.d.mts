export const serverFolder: string
export function staleParts(): Promise<('server' | 'web')[]>
