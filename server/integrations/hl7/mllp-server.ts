import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressOf, type Listener, listen, type RefusedConnection } from '../listener.ts'
import { FrameReader, FrameTooLongError, frameOf } from './mllp-frames.ts'

/** A sender that says nothing for so long is hung up on; it connects again for its next message. */
const SILENCE_MS = 300_000
/** A frame that has begun must be whole within this time. */
const FRAME_MS = 30_000
/** A hospital system keeps a connection or two. */
const CONNECTIONS = { all: 100, perAddress: 20 }

export type MllpServer = Listener

/**
 * Listens for HL7 messages by MLLP. Each message of a connection is answered before the next one is looked at, in their
 * order; `take` returns the acknowledgement and never throws for what the sender did. `onRefused` is told of connections
 * that were ended because too many were open.
 */
export function startMllpServer(
  place: { host: string; port: number },
  take: (message: Buffer, address: string) => Promise<string>,
  onError: (error: unknown) => void,
  onRefused?: (connection: RefusedConnection) => void,
): Promise<MllpServer> {
  const serve = (socket: Socket) => {
    const address = addressOf(socket)
    answerInTurn(socket, (message) => take(message, address)).catch((error: unknown) => {
      if (!(error instanceof FrameTooLongError) && !socket.destroyed) onError(error)
      socket.destroy()
    })
  }
  return listen(place, CONNECTIONS, serve, onRefused)
}

// Nothing more is read while a message is worked on, so that a sender who does not wait fills no memory.
async function answerInTurn(socket: Socket, take: (message: Buffer) => Promise<string>): Promise<void> {
  const reader = new FrameReader()
  const hangUp = () => socket.destroy()
  let deadline: NodeJS.Timeout | undefined
  socket.setTimeout(SILENCE_MS, hangUp)
  try {
    for await (const bytes of socket) {
      // Others have their turn between any two pieces, however long the frame is.
      await nextTurn()
      for (const message of reader.takeBytes(bytes as Buffer)) {
        clearTimeout(deadline)
        deadline = undefined
        const answer = await take(message)
        if (socket.destroyed) return
        socket.write(frameOf(answer))
        // A piece of 64 kB may hold a thousand small messages.
        await nextTurn()
      }
      if (reader.isWaiting) deadline ??= setTimeout(hangUp, FRAME_MS)
    }
  } finally {
    clearTimeout(deadline)
  }
}
