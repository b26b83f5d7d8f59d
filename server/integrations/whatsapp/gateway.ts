import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { askGateway, gatewayUrl, textIn } from '../messages/ask-gateway.ts'
import type { MessageWay } from '../messages/message-channel.ts'

/** The gateway for WhatsApp messages. */
export interface WhatsappSettings {
  url: string
  token: string
  /** The client's outgoing connection rules. */
  out: WayOut
}

/** The state of a number at the gateway. */
export interface GatewaySession {
  state: 'Unlinked' | 'Waiting' | 'Linked'
  number: string
  /** The code to scan as a PNG in base64; empty without one. */
  base64: string
}

/** A gateway with one session per linked number, each with a name that we assign. */
export interface WhatsappGateway {
  /** Returns the current state of the session. */
  look: (session: string, signal?: AbortSignal) => Promise<GatewaySession>
  /** Starts or continues linking; returns the code to scan. */
  link: (session: string, signal?: AbortSignal) => Promise<GatewaySession>
  unlink: (session: string, signal?: AbortSignal) => Promise<GatewaySession>
  /** Returns the outgoing channel of one linked number. */
  wayOf: (session: string) => MessageWay
}

/**
 * Returns WhatsApp by an HTTP gateway, authorised by a bearer token:
 * `GET /sessions/{name}`, `POST /sessions/{name}/qr`, `DELETE /sessions/{name}` return `{ state, number, base64 }`;
 * `POST /sessions/{name}/messages { to, text, reference }` returns `{ id }`.
 */
export function createWhatsappGateway({ url, token, out }: WhatsappSettings): WhatsappGateway {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  const ask = async (method: 'GET' | 'POST' | 'DELETE', parts: string[], signal?: AbortSignal) =>
    toSession(
      await askGateway({
        out,
        url: gatewayUrl(url, 'sessions', ...parts),
        method,
        headers,
        ...(signal && { signal }),
      }),
    )
  return {
    look: (session, signal) => ask('GET', [session], signal),
    link: (session, signal) => ask('POST', [session, 'qr'], signal),
    unlink: (session, signal) => ask('DELETE', [session], signal),
    wayOf: (session) => ({
      send: async ({ id, to, text }) => {
        const answer = await askGateway({
          out,
          url: gatewayUrl(url, 'sessions', session, 'messages'),
          method: 'POST',
          headers,
          body: { to, text, reference: id },
        })
        return textIn(answer, 'id', 'message_id', 'messageId')
      },
    }),
  }
}

const STATES = { linked: 'Linked', connected: 'Linked', waiting: 'Waiting', qr: 'Waiting' } as const

function toSession(answer: Record<string, unknown>): GatewaySession {
  const named = textIn(answer, 'state', 'status').toLowerCase()
  const base64 = textIn(answer, 'base64', 'qr').replace(/^data:image\/png;base64,/, '')
  const state = isKnown(named) ? STATES[named] : base64 === '' ? 'Unlinked' : 'Waiting'
  const isPicture = /^[A-Za-z0-9+/]+={0,2}$/.test(base64)
  return { state, number: textIn(answer, 'number', 'phone'), base64: isPicture ? base64 : '' }
}

const isKnown = (name: string): name is keyof typeof STATES => name in STATES
