import type { ExpectedFlags } from '@penmark/contract'

const leastFlags = 0.1
const leastChance = 0.001

/** `0.3`, or `< 0.1`: zero cannot be promised. */
export function formatFlags(language: string, { flags }: Pick<ExpectedFlags, 'flags'>): string {
  const number = (value: number) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)
  return flags < leastFlags ? `< ${number(leastFlags)}` : number(flags)
}

/** `6.3%` or `45%`; never 0 and never 100. */
export function formatChance(language: string, { at_least_one: chance }: Pick<ExpectedFlags, 'at_least_one'>): string {
  const percent = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
  if (chance < leastChance) return `< ${percent(leastChance, 1)}`
  if (chance > 0.99) return `> ${percent(0.99, 0)}`
  return percent(chance, chance < 0.1 ? 1 : 0)
}
