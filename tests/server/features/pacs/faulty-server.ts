import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FakeServer, startFakeServer } from './pacs-fixture.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const status = (code: number, headers: Record<string, string> = {}): Answer => {
  return (_, response) => void response.writeHead(code, headers).end()
}

/** The faults that a proxy before an image server adds to its answers. */
export const FAULTS = {
  slow: (_, response) => void response.writeHead(200).write('['),
  cut: (_, response) =>
    void response.writeHead(200, { 'content-length': '900' }).write('[{"0020', () => response.destroy()),
  html: (_, response) => void response.end('<html>Please sign in</html>'),
  wrongJson: (_, response) => void response.end('{"studies":[]}'),
  refused: status(401),
  busy: status(429, { 'retry-after': '2' }),
  resting: status(503, { 'retry-after': '2' }),
  broken: status(500),
} as const satisfies Record<string, Answer>

export interface FaultyServer extends FakeServer {
  /** Removes the fault from now on. */
  heal: () => void
}

/** Starts an image server that answers with the fault until it is healed, and with `inner` after that. */
export async function startFaultyServer(fault: keyof typeof FAULTS, inner: Answer): Promise<FaultyServer> {
  let isHealed = false
  const server = await startFakeServer((request, response) =>
    (isHealed ? inner : FAULTS[fault])(request, response),
  )
  return {
    ...server,
    heal: () => {
      isHealed = true
    },
  }
}
