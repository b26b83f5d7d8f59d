import type { Socket } from 'node:net'
import { connectTo } from '#server/kernel/way-out/connect.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { noAnswer } from '../ask-partner.ts'
import type { NotTakenError } from '../outgoing-report.ts'
import { FrameReader, frameOf } from './mllp-frames.ts'

/** The longest wait for connection and acknowledgement together. */
export const ACK_MS = 10_000

/**
 * Sends one message over a new connection and returns the partner's first message. Throws NotTakenError if the
 * address is not allowed, and with the same message if it cannot be reached, closes the connection, does not respond
 * within `timeoutMs`, or sends an invalid frame.
 */
export async function sendByMllp(
  out: WayOut,
  place: { host: string; port: number },
  message: string | Buffer,
  timeoutMs = ACK_MS,
): Promise<string> {
  const target = await out.find(place).catch((cause: unknown) => {
    throw noAnswer(cause)
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connectTo(target)
  const end = endOf(socket, resolve, reject)
  const reader = new FrameReader()
  const timer = setTimeout(() => end(noAnswer(new Error(`silent for ${timeoutMs} ms`))), timeoutMs)
  socket.on('close', () => {
    clearTimeout(timer)
    end(noAnswer(new Error('closed without an answer')))
  })
  socket.on('error', (error) => end(noAnswer(error)))
  socket.on('connect', () => socket.write(frameOf(message)))
  socket.on('data', (bytes) => {
    try {
      const [answer] = reader.take(bytes)
      if (answer !== undefined) end(answer)
    } catch (error) {
      end(noAnswer(error))
    }
  })
  return promise
}

// Only the first outcome counts; later events of the socket are ignored.
function endOf(socket: Socket, resolve: (answer: string) => void, reject: (error: Error) => void) {
  return (outcome: string | NotTakenError) => {
    socket.destroy()
    if (typeof outcome === 'string') resolve(outcome)
    else reject(outcome)
  }
}
