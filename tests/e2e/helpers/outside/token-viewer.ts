import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A small viewer that issues tokens as MedDream does and shows a study to anybody with a token. */
export interface TokenViewer {
  url: string
  close: () => Promise<void>
}

const ACCOUNT = `Basic ${Buffer.from('reader:secret').toString('base64')}`

interface Question {
  items: { studies: { study: string } }[]
}

export async function startTokenViewer(): Promise<TokenViewer> {
  const studies = new Map<string, string>()
  const http = createServer((request, response) => {
    if (request.method === 'POST') void giveToken(studies, request, response)
    else showStudy(studies, request, response)
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

async function giveToken(studies: Map<string, string>, request: IncomingMessage, response: ServerResponse) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { items } = JSON.parse(Buffer.concat(parts).toString()) as Question
  const study = items[0]?.studies.study
  if (request.headers.authorization !== ACCOUNT || study === undefined) {
    response.statusCode = 401
    response.end()
    return
  }
  const token = randomUUID()
  studies.set(token, study)
  response.end(token)
}

function showStudy(studies: Map<string, string>, request: IncomingMessage, response: ServerResponse): void {
  const token = new URL(request.url ?? '', 'http://viewer').searchParams.get('token') ?? ''
  const study = studies.get(token)
  // A token works once.
  studies.delete(token)
  response.setHeader('content-type', 'text/html')
  response.end(`<title>Viewer</title><h1>${study === undefined ? 'No access' : `Images of ${study}`}</h1>`)
}
