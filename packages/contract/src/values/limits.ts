/** Constants of the specification. Times are in milliseconds, sizes in bytes, allowances in words. */

export const planIds = ['FREE', 'PRO', 'SCHOOLS'] as const
export type PlanId = (typeof planIds)[number]

/** Words a month by plan; null is unlimited (never 0). */
export const planWordLimit: Record<PlanId, number | null> = { FREE: 5_000, PRO: 100_000, SCHOOLS: null }
/** A page is 1,000 words, so the page limits follow from the word limits. */
export const wordsPerPage = 1_000
/** Pounds a month; null means agreed with sales. */
export const planPrice: Record<PlanId, number | null> = { FREE: 0, PRO: 8, SCHOOLS: null }
/** Days that connections to learning platforms keep working after a Schools plan ended. */
export const lmsGraceDays = 30
export const planName: Record<PlanId, string> = { FREE: 'Free', PRO: 'Pro', SCHOOLS: 'Schools' }

export const uploadLimits = {
  fileBytes: 25 * 1024 * 1024,
  filesPerBatch: 50,
  /** Documents in the ZIP archives of a batch: a large course. */
  documentsInArchives: 300,
  textCharacters: 1_000_000,
  /** Of one document: two long theses, which take the detector almost a minute of processor time. */
  words: 200_000,
  studentsAtOnce: 5_000,
} as const

/** Default and maximum page size of a list. */
export const listLimits = { usual: 500, largest: 1_000 } as const

export const pollEveryMs = { dashboard: 3_000, documents: 5_000 } as const
export const minimumLoadingMs = 1_000
export const recentDocuments = 5
export const flaggedWithinDays = 7

export const reprocessTimes = { reloadAfterMs: 3_000, failedBadgeMs: 5_000 } as const
export const deleteTimes = { slideAfterMs: 600, callAfterMs: 1_600 } as const
export const toastTimes = {
  documents: {
    success: { fadeAfterMs: 3_500, clearAfterMs: 4_000 },
    error: { fadeAfterMs: 4_500, clearAfterMs: 5_000 },
  },
  elsewhere: { success: { clearAfterMs: 4_000 }, error: { clearAfterMs: 5_000 } },
} as const
export const paymentRedirectMs = 5_000
/** Delay before the assignment dialog closes after success. */
export const allocationClosesAfterMs = 2_000
export const quickstartRedirectMs = 2_000
export const assignmentPanelAfterMs = 3_000
/** Pause between two uploads to a class. */
export const classUploadPauseMs = 2_000

/** Percentages at which a score changes colour (red, amber). */
export const scoreBands = { red: 70, amber: 30 } as const
export const verdictAtPercent = 50
export const confidenceBands = { highBelow: 20, mediumBelow: 40, mediumFrom: 60, highFrom: 80 } as const
/** Score (fraction) from which a document counts as flagged: that of a finding. */
export const flaggedScore = 0.5
/** A stricter score (fraction), whose false-positive rate is published beside that of `flaggedScore`. */
export const strictScore = 0.7
export const lowWordsShare = 0.1
export const usageBar = { redAbovePercent: 90, yellowAbovePercent: 70 } as const

export const tokenRefresh = { beforeExpiryMs: 10_000, capMs: 24 * 60 * 60 * 1_000 } as const

/** The demo on the public site. Each browser may use it once in `againAfterMs`. */
export const demoLimits = {
  leastCharacters: 10,
  mostCharacters: 10_000,
  fileBytes: 1_000_000,
  againAfterMs: 24 * 60 * 60 * 1_000,
  newProblemAfterMs: 1_500,
  mathsAttempts: 3,
} as const

/** Probabilities (fractions) above which the bar of the demo warns or informs. */
export const demoBands = { warning: 0.7, informational: 0.3 } as const
