import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const pollEveryMs = 100

/** Decodes the quoted-printable text of a message. */
const decodeMessage = (message: string) =>
  message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) =>
      Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'),
    )

/** All emails in the outbox, newest first. */
async function readMails(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    names.reverse().map(async (name) => decodeMessage(await readFile(join(folder, name), 'utf8'))),
  )
}

/** Waits for an email containing these words and returns the newest. */
export async function waitForMail(dataDir: string, words: string): Promise<string> {
  for (;;) {
    const found = (await readMails(dataDir)).find((message) => message.includes(words))
    if (found !== undefined) return found
    await wait(pollEveryMs)
  }
}

/** Waits for an email to an address with such a link and returns the newest link. */
export async function waitForMailedLink(
  dataDir: string,
  to: string,
  page: 'reset' | 'verify' | 'change-email',
): Promise<string> {
  for (;;) {
    for (const message of await readMails(dataDir)) {
      const link = new RegExp(`https?://\\S+/identity/${page}\\?\\S+`).exec(message)?.[0]
      if (link !== undefined && message.includes(`To: ${to}`)) return link
    }
    await wait(pollEveryMs)
  }
}
