import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { FrameReader, frameOf } from '#server/integrations/hl7/mllp-frames.ts'
import { ack } from '#tests/server/integrations/hl7/report-fixture.ts'

/** A partner system that accepts reports by MLLP. */
export interface Hl7Partner {
  url: string
  /** The received messages, whatever the acknowledgement was. */
  messages: string[]
  /** The code of its acknowledgements from now on. */
  answer: 'AA' | 'AE' | 'AR'
  /** Messages that contain this text are acknowledged with AE. */
  refused?: string | undefined
  close: () => void
}

export async function openHl7Partner(): Promise<Hl7Partner> {
  const partner: Hl7Partner = { url: '', messages: [], answer: 'AA', close: () => server.close() }
  const server = createTcpServer((socket) => {
    const reader = new FrameReader()
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      for (const message of reader.take(bytes)) {
        partner.messages.push(message)
        const isRefused = partner.refused !== undefined && message.includes(partner.refused)
        socket.write(
          frameOf(ack(isRefused ? 'AE' : partner.answer, message.split('|')[9] ?? '', 'no such order')),
        )
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  partner.url = `mllp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return partner
}

/** A request that a partner's web address received. */
export interface Asked {
  method: string
  url: string
  authorization: string | undefined
  body: string
}

interface WebAnswer {
  status?: number
  body: Buffer | string
  /** Status and body by the method of the request. */
  statusOf?: ((method: string) => number) | undefined
  bodyOf?: ((method: string) => Buffer | string) | undefined
}

/** Opens a partner's web address that answers with `answer`. */
export async function openWebPartner(answer: WebAnswer) {
  const asked: Asked[] = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      asked.push({ method, url, authorization: headers.authorization, body: Buffer.concat(parts).toString() })
      response
        .writeHead(answer.statusOf?.(method) ?? answer.status ?? 200)
        .end(answer.bodyOf?.(method) ?? answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    asked,
    answer,
    close: () => server.close(),
  }
}
