import { type Attack, promises } from './promises.ts'
import { cellText, escaped } from './table.ts'

/** Replaces the attacks that were repeated and keeps the others. */
export function mergeAttacks(kept: readonly Attack[], fresh: readonly Attack[]): Attack[] {
  const isRepeated = (old: Attack) =>
    fresh.some(
      ({ promise, attack, where }) => promise === old.promise && attack === old.attack && where === old.where,
    )
  return [...kept.filter((old) => !isRepeated(old)), ...fresh]
}

function lossOf(attacks: readonly Attack[]): string[] {
  const units = [...new Set(attacks.map(({ unit }) => unit))]
  const sum = (of: readonly Attack[], count: (attack: Attack) => number) =>
    cellText(of.reduce((total, each) => total + count(each), 0))
  const losses = units.map((unit) => {
    const same = attacks.filter((each) => each.unit === unit)
    return `${sum(same, ({ lost }) => lost)} of ${sum(same, ({ atStake }) => atStake)} ${unit}`
  })
  const defects = attacks.reduce((total, each) => total + (each.defects ?? 0), 0)
  return [
    ...losses,
    ...attacks.flatMap(({ figure }) => figure ?? []),
    ...(defects > 0 ? [`${cellText(defects)} other ${defects === 1 ? 'defect' : 'defects'}`] : []),
  ]
}

/** The table that opens the page: for each promise how it was attacked, how often, and what was lost. */
export function promiseTable(attacks: readonly Attack[]): string {
  const rows = Object.entries(promises).map(([name, promise]) => {
    const own = attacks.filter((attack) => attack.promise === name)
    const kinds = [...new Set(own.map(({ attack }) => attack))]
    const times = (of: readonly Attack[]) => cellText(of.reduce((total, each) => total + each.times, 0))
    const lines = kinds.map((kind) => `${kind} (${times(own.filter(({ attack }) => attack === kind))})`)
    const cells = own.length === 0 ? [['Not measured yet'], ['0'], ['–']] : [lines, [times(own)], lossOf(own)]
    return `| ${[[promise], ...cells].map((cell) => cell.map(escaped).join('<br>')).join(' | ')} |`
  })
  return [
    '| Promise | How it was attacked, and how often | Attacks | What was lost |',
    '|---|---|---:|---|',
    ...rows,
  ].join('\n')
}
