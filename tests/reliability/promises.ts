import { cellText, escaped } from './table.ts'

/** What the product promises, in the order of docs/reliability.md. */
export const promises = {
  uploads: 'An acknowledged upload is never lost. It is finished once and charged once.',
  writing: 'Typing that the server has acknowledged is never lost.',
  slips: 'A slip of the operator destroys nothing: an empty or damaged database, or a second installation on the same files.',
  backups: 'A backup made at any moment is whole, and restores everything.',
  'point-in-time': 'With archiving, a destroyed PostgreSQL server costs at most five minutes of work.',
  updates: 'Data of every released version opens after an update, and the version before can be restored.',
  fairness: 'Whatever one account sends, the others do not wait more than twice as long.',
  'outside-services': 'A service outside that fails or never answers keeps nobody from working.',
  identity: 'Nobody enters an account with a forged, replayed or stolen proof of who they are.',
  isolation: 'Nobody reads or changes what belongs to somebody else, or does more than their key allows.',
  money: 'Nobody gets, loses or pays for a plan by forged, repeated or simultaneous payments.',
  'private-network': 'No address that a user enters makes the server call its own network.',
  input: 'Hostile input never crashes the product or keeps it busy for ever.',
} as const

export type PromiseName = keyof typeof promises

/** One way in which a promise was attacked, and what came of it. */
export interface Attack {
  promise: PromiseName
  /** How, as a phrase without a full stop: "a worker is killed at each boundary". */
  attack: string
  /** The setup, where the same attack was made on several. */
  where?: string
  /** How often. */
  times: number
  /** How much could have been lost, or have been gained by the attacker. */
  atStake: number
  /** The word for it, in the plural: "acknowledged uploads". */
  unit: string
  /** How much of it was. */
  lost: number
  /** What else went wrong, if anything. */
  defects?: number
  /** A measured figure that belongs to the promise: "at most 26 s of work". */
  figure?: string
}

/** Replaces the attacks that were repeated and keeps the others. */
export function mergeAttacks(kept: readonly Attack[], fresh: readonly Attack[]): Attack[] {
  const isRepeated = (old: Attack) =>
    fresh.some(({ promise, attack, where }) => promise === old.promise && attack === old.attack && where === old.where)
  return [...kept.filter((old) => !isRepeated(old)), ...fresh]
}

function lossOf(attacks: readonly Attack[]): string[] {
  const units = [...new Set(attacks.map(({ unit }) => unit))]
  const sum = (of: readonly Attack[], count: (attack: Attack) => number) => cellText(of.reduce((total, each) => total + count(each), 0))
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
  return ['| Promise | How it was attacked, and how often | Attacks | What was lost |', '|---|---|---:|---|', ...rows].join('\n')
}
