import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const lookEveryMs = 100

/** The quoted-printable lines of a message as text. */
const plain = (message: string) =>
  message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'))

/** The newest link of one kind that was mailed to an address, from the outbox of a product without a mail server. Waits for the mail. */
export async function mailedLink(dataDir: string, to: string, page: 'reset' | 'verify'): Promise<string> {
  const folder = join(dataDir, 'outbox')
  for (;;) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    for (const name of names.reverse()) {
      const message = plain(await readFile(join(folder, name), 'utf8'))
      const link = new RegExp(`https?://\\S+/identity/${page}\\?\\S+`).exec(message)?.[0]
      if (link !== undefined && message.includes(`To: ${to}`)) return link
    }
    await wait(lookEveryMs)
  }
}
