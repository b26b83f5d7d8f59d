import { createServer, type Socket } from 'node:net'

/** How many connections a port holds: all together, and of one address. */
export interface ConnectionCaps {
  all: number
  perAddress: number
}

export interface Listener {
  port: number
  close: () => Promise<void>
}

/**
 * Listens on a port of a protocol other than HTTP. A connection over the caps is ended before a byte of it is read;
 * errors of a connection end it. `close` ends those that are open.
 */
export async function listen(
  { host, port }: { host: string; port: number },
  caps: ConnectionCaps,
  onConnection: (socket: Socket) => void,
): Promise<Listener> {
  const sockets = new Set<Socket>()
  const perAddress = new Map<string, number>()
  const server = createServer((socket) => {
    const address = socket.remoteAddress ?? ''
    const open = perAddress.get(address) ?? 0
    if (sockets.size >= caps.all || open >= caps.perAddress) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    perAddress.set(address, open + 1)
    socket.once('close', () => {
      sockets.delete(socket)
      const left = (perAddress.get(address) ?? 1) - 1
      if (left === 0) perAddress.delete(address)
      else perAddress.set(address, left)
    })
    // A sender that goes away in the middle sends again: nothing of half a message was done.
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
