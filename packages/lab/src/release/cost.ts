/** What one command cost. */
export interface StepCost {
  model: 'standard' | 'open'
  step: string
  wall_seconds: number
  /** Of all threads together. */
  processor_seconds: number
  /** Largest resident memory. */
  peak_megabytes: number
}

/** What a whole release cost, on which machine. Not the same from run to run. */
export interface ReleaseCost {
  date: string
  processor: string
  cores: number
  /** Of the whole command: steps run two at a time. */
  wall_seconds: number
  steps: StepCost[]
}

/** What a command says of itself when it ends, through `report-cost.ts`. */
export type OwnCost = Omit<StepCost, 'model' | 'step'>

/** The file descriptor on which a command says it. */
export const costChannel = 3
