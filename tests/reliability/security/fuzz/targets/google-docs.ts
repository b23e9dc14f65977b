import {
  GoogleHistoryError,
  googleHistoryLimits,
  Replay,
  readGoogleHistory,
  textOf,
} from '../../../../../packages/writing/src/index.ts'
import { assertRule, type Target } from '../target.ts'

const seed = (rows: unknown[]) =>
  Buffer.from(
    `)]}'\n${JSON.stringify({ chunkedSnapshot: [], changelog: rows.map((operation, nth) => [operation, nth, 'p', nth + 1, 's']) })}`,
  )

/** The history of a text in Google Docs, as a teacher opens it on a report. */
export const googleDocs = (): Target => ({
  name: 'history of Google Docs',
  seeds: [
    seed([
      { ty: 'is', ibi: 1, s: 'Ships wait.\n' },
      { ty: 'ds', si: 2, ei: 3 },
    ]),
    seed([
      { ty: 'mlti', mts: [{ ty: 'is', ibi: 1, s: 'a' }, { ty: 'as' }, { ty: 'is', ibi: 2, s: 'b' }] },
      null,
    ]),
    seed([
      { ty: 'iss', ibi: 1, s: 'one\vtwo' },
      { ty: 'rvrt', snapshot: [{ ty: 'is', ibi: 1, s: 'three' }] },
      { ty: 'dss', si: 1, ei: 2 },
    ]),
  ],
  words: [
    '[{"ty":"is","ibi":1,"s":"x"},5,"p",2,"s"],',
    '{"ty":"ds","si":1,"ei":1}',
    '{"ty":"mlti","mts":[',
    '{"ty":"rvrt","snapshot":[',
    '"ibi":',
    '"si":',
    '"ei":',
    '\\n',
    '\\u000b',
    '\\ud83d',
    '1e308',
    '-1',
    'null',
  ],
  maxBytes: 4_000,
  run(input) {
    try {
      const { entries } = readGoogleHistory(input.toString('utf8'))
      const { history } = Replay.of(entries, [], (text) => text.length)
      assertRule(history.brokenAt === null, 'Every change that was read can be replayed')
      assertRule(
        textOf(history.document).length <= 2 * googleHistoryLimits.textCharacters,
        'The text stays within its limit',
      )
    } catch (error) {
      assertRule(error instanceof GoogleHistoryError, 'A file that is no history is refused as such')
    }
  },
})
