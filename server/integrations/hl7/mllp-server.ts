import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addressOf, type Listener, listen, type RefusedConnection } from '../listener.ts'
import { FrameReader, FrameTooLongError, frameOf } from './mllp-frames.ts'

/** A silent sender is disconnected after this time; it connects again for its next message. */
const SILENCE_MS = 300_000
/** The longest time for a started frame to complete. */
const FRAME_MS = 30_000
/** A hospital system keeps one or two connections. */
const CONNECTIONS = { all: 100, perAddress: 20 }

export type MllpServer = Listener

/**
 * Listens for HL7 messages by MLLP. Messages of a connection are handled one after the other, in order; `take`
 * returns the acknowledgement and never throws for a sender's error. `onRefused` is called for connections that were
 * closed because too many were open.
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

// Reads nothing while a message is handled, so that a sender who does not wait cannot fill the memory.
async function answerInTurn(socket: Socket, take: (message: Buffer) => Promise<string>): Promise<void> {
  const reader = new FrameReader()
  const hangUp = () => socket.destroy()
  let deadline: NodeJS.Timeout | undefined
  socket.setTimeout(SILENCE_MS, hangUp)
  try {
    for await (const bytes of socket) {
      // Yields to other connections between any two pieces, however long the frame is.
      await nextTurn()
      for (const message of reader.takeBytes(bytes as Buffer)) {
        clearTimeout(deadline)
        deadline = undefined
        const answer = await take(message)
        if (socket.destroyed) return
        socket.write(frameOf(answer))
        // A piece of 64 kB may contain a thousand small messages.
        await nextTurn()
      }
      if (reader.isWaiting) deadline ??= setTimeout(hangUp, FRAME_MS)
    }
  } finally {
    clearTimeout(deadline)
  }
}
