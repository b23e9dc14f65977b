import { setTimeout as wait } from 'node:timers/promises'
import { prose } from '../../../apps/server/src/testing/text.ts'
import { apiBase, type Document } from '../../../packages/contract/src/index.ts'

/** One upload; `id` is set once the server has acknowledged it. */
export interface Sent {
  /** Unique file name; null for pasted text. */
  filename: string | null
  id: string | null
  /** How the server answered; null if it did not. */
  status: number | null
  /** When it was acknowledged, by the clock of this process. */
  acknowledgedAt: number | null
}

/** A teacher who keeps uploading and remembers what was acknowledged. */
export interface Teacher {
  readonly sent: readonly Sent[]
  /** Half files, half pasted texts. Failed calls are ignored: nothing was acknowledged. */
  upload(origin: string, count: number): Promise<void>
  /** Continues until the returned function is called. */
  keepUploading(origin: () => string | null): () => Promise<void>
}

const answerWithinMs = 60_000

export function createTeacher(token: string): Teacher {
  const sent: Sent[] = []
  const authorization = `Bearer ${token}`

  const send = async (origin: string, nth: number): Promise<void> => {
    const text = prose(60 + (nth % 40))
    const filename = nth % 2 === 0 ? null : `essay-${nth}.txt`
    const one: Sent = { filename, id: null, status: null, acknowledgedAt: null }
    sent.push(one)
    const form = new FormData()
    if (filename !== null) form.append('file', new Blob([text]), filename)
    const answer = await fetch(`${origin}${apiBase}/documents/${filename === null ? 'text' : 'upload'}`, {
      method: 'POST',
      signal: AbortSignal.timeout(answerWithinMs),
      headers: filename === null ? { authorization, 'content-type': 'application/json' } : { authorization },
      body: filename === null ? JSON.stringify({ text }) : form,
    }).catch(() => null)
    one.status = answer?.status ?? null
    if (answer?.status === 201) {
      one.id = ((await answer.json().catch(() => null)) as Document | null)?.id ?? null
      one.acknowledgedAt = Date.now()
    } else await answer?.text().catch(() => '')
  }

  return {
    sent,
    async upload(origin, count) {
      const first = sent.length
      await Promise.all(Array.from({ length: count }, (_, i) => send(origin, first + i)))
    },
    keepUploading(origin) {
      let isUploading = true
      const loop = async () => {
        while (isUploading) {
          const at = origin()
          if (at === null) await wait(50)
          else await send(at, sent.length)
        }
      }
      const lanes = Promise.all([loop(), loop()])
      return async () => {
        isUploading = false
        await lanes
      }
    },
  }
}
