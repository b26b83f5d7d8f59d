import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { drawsOf } from './draws.ts'
import { FAIR, type Fate, fateOf, type Weather } from './weather.ts'
import { createWire, type Wire } from './wire.ts'

/** The proxy of a device under test: it serves the page and forwards everything else with the faults of the weather. */
export interface FaultProxy {
  url: string
  /**
   * Changes the weather; with `seed` the random sequence starts again. Cuts requests in flight if nothing
   * passes any more.
   */
  set: (weather: Weather, seed?: number) => void
  /** Cuts requests in flight, as the death of the server does. */
  cut: () => void
  /** Resolves when the next write request has been passed to the server. */
  nextWrite: () => Promise<void>
  /** Called for each response that was returned to the device. */
  onAnswer: (listener: (path: string) => void) => void
  close: () => Promise<void>
}

export interface ProxyOptions {
  /** The address of the API. */
  target: string
  /** The folder of the built pages; served under /bench/, always without faults. */
  pages: string
  /** Whether a request writes; faults are drawn for these. */
  isWrite: (method: string, path: string) => boolean
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  path: string
  isWrite: boolean
  fate: Fate
}

/** Starts the proxy in front of `target` on a free port of loopback. */
export async function startFaultProxy({ target, pages, isWrite }: ProxyOptions): Promise<FaultProxy> {
  let weather = FAIR
  let draw = drawsOf(1)
  const sockets = new Set<Socket>()
  const listeners = new Set<(path: string) => void>()
  let written = Promise.withResolvers<void>()
  const wire = createWire(new URL(target), () => weather)

  async function carry(exchange: Exchange): Promise<void> {
    if (exchange.fate === 'lose-request') {
      exchange.request.socket.destroy()
      return
    }
    const isCarried = await wire.carry(exchange, () => {
      if (!exchange.isWrite) return
      written.resolve()
      written = Promise.withResolvers()
    })
    if (isCarried) for (const listener of listeners) listener(exchange.path)
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', target)
    if (pathname.startsWith('/bench/')) void servePage(pages, pathname, response)
    else if (weather.isDown) request.socket.destroy()
    else begin(request, response, pathname)
  })

  function begin(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    const writes = isWrite(request.method ?? 'GET', pathname)
    const fate = fateOf(weather, writes, draw)
    // Any error of the transfer is a broken connection for the device.
    carry({ request, response, path: pathname, isWrite: writes, fate }).catch(() => request.socket.destroy())
  }
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    // A browser treats localhost as a secure context.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    set: (next, seed) => {
      weather = next
      if (seed !== undefined) draw = drawsOf(seed)
      if (next.isDown) cut()
    },
    cut,
    nextWrite: () => written.promise,
    onAnswer: (listener) => void listeners.add(listener),
    close: () => closeAll(server, wire, cut),
  }
}

async function closeAll(server: ReturnType<typeof createServer>, wire: Wire, cut: () => void): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  cut()
  wire.close()
  await closed
}

const TYPES: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm', css: 'text/css' }

/** Serves `/bench/<name>/` as a page that loads `<name>.js`, and anything else as a file of the bundle. */
async function servePage(pages: string, path: string, response: ServerResponse): Promise<void> {
  const name = path.slice('/bench/'.length)
  if (name.endsWith('/')) {
    response.setHeader('content-type', 'text/html')
    const script = `/bench/${name.slice(0, -1)}.js`
    response.end(`<!doctype html><title>bench</title><script type="module" src="${script}"></script>`)
    return
  }
  try {
    const file = await readFile(join(pages, name))
    response.setHeader('content-type', TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    response.end(file)
  } catch {
    response.writeHead(404).end()
  }
}
