import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { type Mail, type MailTransport, messageOf } from './mail.ts'

export interface Outbox extends MailTransport {
  readonly kind: 'outbox'
  /** Deletes the files of emails older than `before`. */
  sweep(before: Date): Promise<void>
  /** Deletes the file of one email, if there is one. */
  remove(mail: Pick<Mail, 'id' | 'createdAt'>): Promise<void>
}

const fileName = (createdAt: Date, id: string) =>
  `${createdAt.toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`

/**
 * Stores each email in a folder, as a file that every mail client opens. Only the process's user may read
 * them.
 */
export function createOutbox(folder: string, from: string): Outbox {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    kind: 'outbox',
    async deliver(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, fileName(mail.createdAt, mail.id))
      // A reader of the folder never sees half an email; a retry writes the same file again.
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    async sweep(before) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const file = path.join(folder, name)
        const stats = await stat(file).catch(() => null)
        if (stats && stats.mtime < before) await rm(file, { force: true })
      }
    },
    remove: ({ createdAt, id }) => rm(path.join(folder, fileName(createdAt, id)), { force: true }),
    close: async () => transport.close(),
  }
}
