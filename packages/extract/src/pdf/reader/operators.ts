import { getResolvedPDFJS } from 'unpdf'

/** What a page draws, in order: codes and their arguments. */
export interface Operators {
  fnArray: number[]
  argsArray: unknown[]
}

/** Operator codes by name. */
export async function operatorCodes(): Promise<Record<string, number>> {
  const library: unknown = await getResolvedPDFJS()
  const codes: unknown = typeof library === 'object' && library !== null ? Reflect.get(library, 'OPS') : null
  if (typeof codes !== 'object' || codes === null) throw new TypeError('The PDF reader exports no operators.')
  return Object.fromEntries(
    Object.entries(codes).filter((pair): pair is [string, number] => typeof pair[1] === 'number'),
  )
}
