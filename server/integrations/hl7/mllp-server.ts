import { createServer, type Socket } from 'node:net'
import { FrameReader, frameOf } from './mllp-frames.ts'

/** A sender that says nothing for so long is hung up on; it connects again for its next message. */
const SILENCE_MS = 300_000

export interface MllpServer {
  port: number
  close: () => Promise<void>
}

/**
 * Listens for HL7 messages by MLLP. Each message of a connection is answered before the next one is looked at, in their
 * order; `take` answers the acknowledgement and never throws for what the sender did.
 */
export async function startMllpServer(
  { host, port }: { host: string; port: number },
  take: (message: string) => Promise<string>,
  onError: (error: unknown) => void,
): Promise<MllpServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setTimeout(SILENCE_MS, () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    // A sender that goes away in the middle sends again: nothing of half a message was done.
    socket.on('error', () => socket.destroy())
    answerInTurn(socket, take, onError)
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

function answerInTurn(
  socket: Socket,
  take: (message: string) => Promise<string>,
  onError: (error: unknown) => void,
): void {
  const reader = new FrameReader()
  let turn = Promise.resolve()
  socket.on('data', (bytes) => {
    let messages: string[]
    try {
      messages = reader.take(bytes)
    } catch {
      // A frame without an end.
      socket.destroy()
      return
    }
    for (const message of messages)
      turn = turn
        .then(async () => {
          const answer = await take(message)
          if (!socket.destroyed) socket.write(frameOf(answer))
        })
        .catch((error: unknown) => {
          onError(error)
          socket.destroy()
        })
  })
}
