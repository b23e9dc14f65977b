export interface CheckProps {
  /** Called once, with the proof. */
  onProof: (proof: string) => void
  /** Called with a lasting error, and with null when it is over. */
  onTrouble: (message: string | null) => void
}
