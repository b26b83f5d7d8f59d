import { Agent, request as askServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Fate, Weather } from './weather.ts'

/** One request in flight, with its fate. */
interface Carried {
  request: IncomingMessage
  response: ServerResponse
  fate: Fate
}

/** The connection to the server, with latency and limited bandwidth. */
export interface Wire {
  /**
   * Forwards a request and its response; returns whether the device got one. `onHanded`: the server has the
   * request now.
   */
  carry: (carried: Carried, onHanded: () => void) => Promise<boolean>
  close: () => void
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Makes a connection to `target`; latency and bandwidth are read for each request. */
export function createWire(target: URL, weather: () => Weather): Wire {
  const agent = new Agent({ keepAlive: true })
  let upFreeAt = 0
  let downFreeAt = 0

  const isDown = () => weather().isDown === true

  // Bytes queue up as on a real connection; latency is added.
  const travel = async (bytes: number, way: 'up' | 'down') => {
    const { bitsPerSecond, roundTripMs } = weather()
    const now = performance.now()
    const takes = bitsPerSecond === undefined ? 0 : (bytes * 8_000) / bitsPerSecond
    const begins = Math.max(now, way === 'up' ? upFreeAt : downFreeAt)
    if (way === 'up') upFreeAt = begins + takes
    else downFreeAt = begins + takes
    await pause(begins + takes - now + roundTripMs / 2)
  }

  async function carry({ request, response, fate }: Carried, onHanded: () => void): Promise<boolean> {
    const body = await bytesOf(request)
    await travel(body.length, 'up')
    if (request.socket.destroyed) return false
    if (fate === 'busy') return answerBusy(response, () => travel(0, 'down'))
    const answer = await ask(target, agent, { request, response, onHanded, isDown }, body)
    const { statusCode, headers } = answer
    if (String(headers['content-type']).startsWith('text/event-stream')) return stream(answer, response)
    const answered = await bytesOf(answer)
    if (fate === 'lose-answer') {
      request.socket.destroy()
      return false
    }
    await travel(answered.length, 'down')
    if (response.destroyed) return false
    const { 'transfer-encoding': _, ...kept } = headers
    response.writeHead(statusCode ?? 502, { ...kept, 'content-length': answered.length }).end(answered)
    return true
  }

  // Pokes have a few bytes: they get latency, but no bandwidth limit.
  async function stream(answer: IncomingMessage, response: ServerResponse): Promise<boolean> {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    response.flushHeaders()
    response.on('close', () => answer.destroy())
    for await (const chunk of answer) {
      await travel(0, 'down')
      response.write(chunk)
    }
    response.end()
    return true
  }

  return { carry, close: () => agent.destroy() }
}

async function answerBusy(response: ServerResponse, travel: () => Promise<void>): Promise<boolean> {
  await travel()
  const headers = { 'retry-after': '1', 'content-type': 'text/plain' }
  if (!response.destroyed) response.writeHead(503, headers).end('busy')
  return true
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Asked = Pick<Carried, 'request' | 'response'> & { onHanded: () => void; isDown: () => boolean }

function ask(
  target: URL,
  agent: Agent,
  { request, response, onHanded, isDown }: Asked,
  body: Buffer,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { host: _, connection: __, ...headers } = request.headers
    const asking = askServer(
      new URL(request.url ?? '/', target),
      { agent, method: request.method, headers: { ...headers, host: target.host } },
      resolve,
    )
    asking.on('error', reject)
    // Not before its last byte was sent: during the connection's setup nothing reaches the server.
    asking.on('finish', onHanded)
    // The device aborted: the server sees a broken connection. After a cut it sees nothing.
    response.on('close', () => response.writableFinished || isDown() || asking.destroy())
    asking.end(body)
  })
}
