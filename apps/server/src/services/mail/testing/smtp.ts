import { SMTPServer } from 'smtp-server'

export interface TestSmtp {
  url: string
  /** What was received, unchanged. */
  received: { recipients: string[]; message: string }[]
  /** The response to further recipients; null accepts them. */
  refuseWith(code: number | null): void
  close(): Promise<void>
}

/** A mail server on a free port, for tests only. */
export async function startTestSmtp(): Promise<TestSmtp> {
  const received: TestSmtp['received'] = []
  let refusal: number | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (refusal === null) done()
      else done(Object.assign(new Error('Refused.'), { responseCode: refusal }))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', done)
      stream.on('end', () => {
        received.push({
          recipients: envelope.rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => listening.once('listening', resolve))
  const address = listening.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuseWith: (code) => {
      refusal = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
