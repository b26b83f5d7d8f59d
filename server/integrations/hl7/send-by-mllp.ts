import type { Socket } from 'node:net'
import { connectTo } from '#server/kernel/way-out/connect.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { noAnswer } from '../ask-partner.ts'
import type { NotTakenError } from '../outgoing-report.ts'
import { FrameReader, frameOf } from './mllp-frames.ts'

/** Longest wait for connection and acknowledgement together. */
export const ACK_MS = 10_000

/**
 * Sends one message over a connection of its own and returns the partner's first message. Throws NotTakenError where the
 * address may not be called, and in the same words where it cannot be reached, closes, says nothing within `timeoutMs`,
 * or sends what is no frame.
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

// The first end counts; whatever the socket still says after it changes nothing.
function endOf(socket: Socket, resolve: (answer: string) => void, reject: (error: Error) => void) {
  return (outcome: string | NotTakenError) => {
    socket.destroy()
    if (typeof outcome === 'string') resolve(outcome)
    else reject(outcome)
  }
}
