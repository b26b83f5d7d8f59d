import { once } from 'node:events'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { createTransport } from 'nodemailer'
import { readHost } from '#domain/outgoing/host.ts'
import { connectTo } from './connect.ts'
import { identityOptions } from './met-certificate.ts'
import { OutgoingError } from './outgoing-error.ts'
import type { WayOut } from './way-out.ts'

/** Longest wait for the connection, for the greeting, and between two words of a mail server. */
export const MAIL_MS = 10_000

const timeouts = { connectionTimeout: MAIL_MS, greetingTimeout: MAIL_MS, socketTimeout: MAIL_MS }

/** A mail server that a person typed. */
export interface MailPlace {
  host: string
  port: number
  /** TLS from the first byte; without it the connection is encrypted where the server offers that. */
  isSsl: boolean
  /** Empty where the server asks for no account. */
  user: string
  password: string
}

/** Sends letters through a mail server. */
export type MailTransport = ReturnType<typeof createTransport>

/** A mail server that a person typed, reached at an address that was checked when a letter is sent. */
export function mailTransport(out: WayOut, { host, port, isSsl, user, password }: MailPlace): MailTransport {
  return createTransport({
    host,
    port,
    secure: isSsl,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    ...timeouts,
    tls: identityOptions(out, { host: readHost(host) ?? host, port }),
    getSocket: callbackify((given: { host?: string | undefined }) =>
      openSocket(out, { host: given.host ?? host, port }),
    ),
  })
}

/** The server's own mail server, which whoever runs the server names in its environment: nothing is refused. */
export function houseMailTransport(smtpUrl: string): { transport: MailTransport; from: string } {
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `readroom@${url.hostname}`
  url.searchParams.delete('from')
  return { transport: createTransport({ url: url.href, ...timeouts }), from }
}

async function openSocket(
  out: WayOut,
  place: { host: string; port: number },
): Promise<{ connection: Socket }> {
  const socket = connectTo(await out.find(place))
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(MAIL_MS) })
    return { connection: socket }
  } catch (cause) {
    socket.destroy()
    throw new OutgoingError('no_answer', { cause })
  }
}
