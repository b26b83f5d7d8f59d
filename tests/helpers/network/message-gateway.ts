import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the gateway received. */
export interface GatewayQuestion {
  method: string
  path: string
  authorization: string
  body: Record<string, unknown>
}

export interface GatewayAnswer {
  status: number
  body: Record<string, unknown>
}

/** A small real gateway for SMS and WhatsApp: answers as the test sets, and records its requests. */
export interface MessageGateway {
  url: string
  asked: GatewayQuestion[]
  /** Answers every request from now on. */
  answer: (question: GatewayQuestion) => GatewayAnswer
  close: () => Promise<void>
}

export async function openMessageGateway(): Promise<MessageGateway> {
  const asked: GatewayQuestion[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method = '', url = '', headers } = request
      const question = { method, path: url, authorization: headers.authorization ?? '', body }
      asked.push(question)
      const { status, body: answer } = gateway.answer(question)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gateway: MessageGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: () => ({ status: 200, body: { id: `ref-${asked.length}` } }),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  return gateway
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
