import { setImmediate } from 'node:timers/promises'
import { compareWriting, profileOf, releasedComparison, type WritingProfile } from '@penmark/detector/authorship'

export { compareWriting, type WritingProfile }

/** How often texts by the same writer were called different, on writers held out from every choice. */
export const sameWriterRate = releasedComparison.measured.same_writer

/** The profiles of texts, by key. Other work of this process runs in between. */
export async function profileTexts(texts: ReadonlyMap<string, string>): Promise<Map<string, WritingProfile>> {
  const profiles = new Map<string, WritingProfile>()
  for (const [key, text] of texts) {
    profiles.set(key, profileOf(text))
    await setImmediate()
  }
  return profiles
}
