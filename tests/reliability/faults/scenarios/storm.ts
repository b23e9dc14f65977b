import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { apiBase } from '../../../../packages/contract/src/index.ts'
import { finishAndInspect, type Outcome } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'

const uploads = 200
const lists = 100
const stalled = 50
/** How many uploads are acknowledged when the process is asked to stop. */
const moments = [1, 10, 0, 5, 20]

/** Announces an upload, sends a part of it and falls silent. Returns what hangs up. */
async function stallUpload(origin: string, token: string): Promise<() => void> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  // The server may hang up at any moment.
  socket.on('error', () => undefined)
  await once(socket, 'connect').catch(() => undefined)
  socket.write(
    `POST ${apiBase}/documents/upload HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHarbours',
  )
  return () => socket.destroy()
}

/** Asks the process to stop while hundreds of calls are open, some of which never end by themselves. */
export async function stopInStorm(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const defects: string[] = []
  const headers = { authorization: `Bearer ${setup.token}` }
  let longestMs = 0
  for (let round = 0; round < times; round += 1) {
    const running = await setup.start('all')
    const acknowledged = () => teacher.sent.filter(({ id }) => id !== null).length
    const before = acknowledged()
    const storm = Promise.all([
      teacher.upload(running.origin, uploads),
      ...Array.from({ length: lists }, () =>
        fetch(`${running.origin}${apiBase}/documents`, { headers })
          .then((answer) => answer.text())
          .catch(() => ''),
      ),
    ])
    const until = before + (moments[round % moments.length] ?? 0)
    // A busy server refuses most of the calls, and then there are not so many.
    let isOver = false
    void storm.then(() => (isOver = true))
    while (acknowledged() < until && !isOver) await wait(5)
    // Only now, since an account's stalled calls let its others wait.
    const hangUps = await Promise.all(
      Array.from({ length: stalled }, () => stallUpload(running.origin, setup.token)),
    )
    const askedAt = performance.now()
    const code = await running.stop()
    longestMs = Math.max(longestMs, performance.now() - askedAt)
    if (code !== 0) defects.push(`a process stopped with ${code}: ${running.output().slice(-500)}`)
    await storm
    for (const hangUp of hangUps) hangUp()
  }
  const last = await setup.start('all')
  await teacher.upload(last.origin, 4)
  const outcome = await finishAndInspect(setup, teacher, [last], {
    scenario: `the process is asked to stop while ${uploads + lists + stalled} calls are open`,
    times,
    defects,
  })
  return { ...outcome, figure: `stopped within ${Math.ceil(longestMs / 1_000)} s` }
}
