import { z } from 'zod'

/** Beside the objects: says which installation they belong to. */
export const markName = 'installation.json'

const Mark = z.object({ installation_id: z.guid() })

export const markOf = (installation_id: string): string => `${JSON.stringify({ installation_id })}\n`

/**
 * Throws a readable error when the mark is damaged: taking it for a missing one would let other files pass
 * for this installation's.
 */
export function installationOf(mark: string): string {
  try {
    return Mark.parse(JSON.parse(mark)).installation_id
  } catch (cause) {
    throw new Error(
      `${markName}, beside the uploaded files, is damaged. It must hold {"installation_id":"…"}. Nothing was changed.`,
      {
        cause,
      },
    )
  }
}
