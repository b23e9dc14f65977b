export interface CheckProps {
  /** Told the proof, once. */
  onProof: (proof: string) => void
  /** Told what went wrong for good, null when it is over. */
  onTrouble: (said: string | null) => void
}
