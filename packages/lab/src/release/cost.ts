/** The cost of one command. */
export interface StepCost {
  model: 'standard' | 'open'
  step: string
  wall_seconds: number
  /** Of all threads together. */
  processor_seconds: number
  /** Largest resident memory. */
  peak_megabytes: number
}

/** The cost of a whole release, and its machine. Varies between runs. */
export interface ReleaseCost {
  date: string
  processor: string
  cores: number
  /** Of the whole command: steps run two at a time. */
  wall_seconds: number
  steps: StepCost[]
}

/** The cost that a command reports at its end, through `report-cost.ts`. */
export type OwnCost = Omit<StepCost, 'model' | 'step'>

/** The file descriptor for the report. */
export const costChannel = 3
