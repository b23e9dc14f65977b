import { type ArchiveCharset, archiveCharsets, Problem } from '@penmark/contract'

/** A reading of the names in an archive, and the names in which it differs from others. */
export interface NameReading {
  charset: ArchiveCharset
  names: string
}

export type AskNames = (archive: string, readings: readonly NameReading[]) => Promise<ArchiveCharset | null>

/** What the names in an archive can be, if that is why the server refused it; empty otherwise. */
function readingsIn(thrown: unknown): NameReading[] {
  const fields = thrown instanceof Problem ? (thrown.fields ?? []) : []
  return fields.flatMap(({ reason }) => {
    const charset = archiveCharsets.find((each) => each === reason?.params.charset)
    return reason?.code === 'zip_names_reading' && charset !== undefined
      ? [{ charset, names: String(reason.params.names) }]
      : []
  })
}

/**
 * Sends an archive, and once more with the teacher's choice where its names can be read in several ways. @throws
 * {Problem} with `unanswered` where the teacher chooses none.
 */
export async function sendNamed<Answer>(
  archive: string,
  send: (choice: { names_charset?: ArchiveCharset }) => Promise<Answer>,
  { ask, unanswered }: { ask: AskNames; unanswered: string },
): Promise<Answer> {
  try {
    return await send({})
  } catch (thrown) {
    const readings = readingsIn(thrown)
    if (readings.length === 0) throw thrown
    const names_charset = await ask(archive, readings)
    if (names_charset === null) throw new Problem('invalid_input', unanswered)
    return send({ names_charset })
  }
}
