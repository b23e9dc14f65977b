/** What the product promises, in the order of docs/reliability.md. */
export const promises = {
  uploads: 'An acknowledged upload is never lost. It is finished once and charged once.',
  writing: 'Typing and hand-ins that the server has acknowledged are never lost.',
  slips:
    'A slip of the operator destroys nothing: an empty or damaged database, or a second installation on the same files.',
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
