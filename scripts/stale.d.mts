export const serverFolder: string
export function staleParts(): Promise<('server' | 'web')[]>
export function stampOf(part: 'server' | 'web'): Promise<string>
