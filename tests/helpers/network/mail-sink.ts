import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A letter as a mail server receives it. */
export interface ReceivedLetter {
  from: string
  to: string[]
  /** Head and body as they were received. */
  source: string
}

/** A real mail server that accepts letters and keeps them in memory. */
export interface MailSink {
  port: number
  letters: ReceivedLetter[]
  /** The refusals for the next recipients; without one, a recipient is accepted. */
  refusals: { code: number; words: string }[]
  close: () => Promise<void>
}

/**
 * Returns the newest letter to this address whose text matches. The last letter alone is not enough: a letter
 * about a new device may arrive at any time after a sign-in.
 */
export const findLetter = (
  { letters }: Pick<MailSink, 'letters'>,
  to: string,
  matching = /(?:)/,
): ReceivedLetter | undefined =>
  letters.findLast((letter) => letter.to.includes(to) && matching.test(letter.source))

/** Starts it on a free port of loopback; with `user` it accepts letters of that user only. */
export async function openMailSink({
  user,
  password,
}: {
  user?: string
  password?: string
} = {}): Promise<MailSink> {
  const letters: ReceivedLetter[] = []
  const refusals: MailSink['refusals'] = []
  const server = new SMTPServer({
    disabledCommands: user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onAuth: (auth, _, done) => {
      const isRight = auth.username === user && auth.password === password
      done(isRight ? null : refusal(535, 'wrong user or password'), { user: auth.username })
    },
    onRcptTo: (_, __, done) => {
      const next = refusals.shift()
      done(next ? refusal(next.code, next.words) : null)
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        letters.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(parts).toString('utf8'),
        })
        done(null)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((done) => server.close(() => done()))
  return { port, letters, refusals, close }
}

function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}
