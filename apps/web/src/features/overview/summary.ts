import type { Overview } from '@penmark/contract'
import type { TFunction } from 'i18next'

type Counts = Pick<Overview, 'needs_look' | 'cannot_tell' | 'nothing' | 'decided'>

/** `3 texts need a look, 3 cannot be told, 22 show nothing.` Null while nothing is completed. */
export function countsSentence(
  t: TFunction<'overview'>,
  { needs_look, cannot_tell, nothing, decided }: Counts,
  shown: (count: number) => string,
): { look: string; others: string } | null {
  if (needs_look + cannot_tell + nothing + decided === 0) return null
  const others = [
    ...(cannot_tell > 0 ? [t('sum.cannot', { count: cannot_tell, shown: shown(cannot_tell) })] : []),
    ...(nothing > 0 ? [t('sum.nothing', { count: nothing, shown: shown(nothing) })] : []),
    ...(decided > 0 ? [t('sum.decided', { count: decided, shown: shown(decided) })] : []),
  ]
  return {
    look: t('sum.look', { count: needs_look, shown: shown(needs_look) }),
    others: others.map((other) => `, ${other}`).join(''),
  }
}
