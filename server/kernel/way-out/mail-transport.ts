import { once } from 'node:events'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { createTransport } from 'nodemailer'
import { readHost } from '#domain/outgoing/host.ts'
import { connectTo } from './connect.ts'
import { identityOptions } from './met-certificate.ts'
import { OutgoingError } from './outgoing-error.ts'
import type { WayOut } from './way-out.ts'

/** Maximum wait for the connection, for the greeting, and between two replies of a mail server. */
export const MAIL_MS = 10_000

const timeouts = { connectionTimeout: MAIL_MS, greetingTimeout: MAIL_MS, socketTimeout: MAIL_MS }

/** A mail server that a person entered. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte; otherwise the connection is encrypted if the server offers it. */
  isSsl: boolean
  /** Empty if the server needs no account. */
  user: string
  password: string
}

/** Sends mail through a mail server. */
export type MailTransport = ReturnType<typeof createTransport>

/** Creates a transport to a mail server that a person entered; its address is checked whenever a mail is sent. */
export function mailTransport(out: WayOut, { host, port, isSsl, user, password }: MailServer): MailTransport {
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

/**
 * Creates a transport to the server's own mail server, set in its environment by its operator: no address is
 * refused.
 */
export function serverMailTransport(smtpUrl: string): { transport: MailTransport; from: string } {
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
