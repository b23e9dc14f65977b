import { expect, test } from 'vitest'
import type { Mail, MailTransport } from '../mail.ts'

interface Subject {
  transport: MailTransport
  /** The delivered messages as sent, oldest first. */
  messages(): Promise<string[]>
}

export const mailOf = (changes: Partial<Mail> = {}): Mail => ({
  id: '3f0c8f1e-6a53-4d3b-9d0d-1f2f3a4b5c6d',
  to: 'amara@school.example',
  subject: 'Réinitialiser le mot de passe',
  text: 'Bonjour,\n\nvoici le lien.\n',
  html: '<p>Bonjour, voici le lien.</p>',
  createdAt: new Date('2026-11-21T12:00:00Z'),
  ...changes,
})

/** What every transport must do. Call it inside a `describe`. */
export function suiteOfTransports(open: () => Promise<Subject>): void {
  test('delivers plain text and HTML in one message with sender, recipient and date', async () => {
    const { transport, messages } = await open()
    await transport.deliver(mailOf())
    const [message = ''] = await messages()
    expect(message).toMatch(/^From: Penmark <post@school\.example>\r$/m)
    expect(message).toMatch(/^To: amara@school\.example\r$/m)
    expect(message).toMatch(/^Subject: =\?UTF-8\?Q\?R=C3=A9initialiser/m)
    expect(message).toMatch(/^Date: Sat, 21 Nov 2026 12:00:00 \+0000\r$/m)
    expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(message).toContain('Content-Type: multipart/alternative')
    expect(message).toContain('Content-Type: text/plain; charset=utf-8')
    expect(message).toContain('Content-Type: text/html; charset=utf-8')
  })

  test('gives an email the same message id at every attempt', async () => {
    const { transport, messages } = await open()
    await transport.deliver(mailOf())
    await transport.deliver(mailOf())
    for (const message of await messages())
      expect(message).toMatch(/^Message-ID: <3f0c8f1e-6a53-4d3b-9d0d-1f2f3a4b5c6d@school\.example>\r$/m)
  })

  test('prevents header injection through subject or address', async () => {
    const { transport, messages } = await open()
    await transport
      .deliver(
        mailOf({ subject: 'One\r\nBcc: eve@evil.example', to: 'amara@school.example,eve@evil.example' }),
      )
      .catch(() => undefined)
    for (const message of await messages()) {
      expect(message).not.toMatch(/^Bcc:/m)
      expect(message).not.toMatch(/^To:.*, *eve@/m)
    }
  })
}
