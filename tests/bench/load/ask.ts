import { Agent, request } from 'node:http'

/** Connections stay open, at most one for each device. */
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

/** Closes the open connections. */
export const closeConnections = (): void => agent.destroy()

export interface Asking {
  url: string
  token: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: unknown
}

/** Sends one request and returns its response, parsed from JSON. Throws unless its status is 2xx. */
export function ask<T>({ url, token, method = 'GET', headers = {}, body }: Asking): Promise<T> {
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      {
        agent,
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          if (status >= 200 && status < 300) resolve(JSON.parse(text) as T)
          else
            reject(new Error(`${method} ${new URL(url).pathname} answered ${status}: ${text.slice(0, 300)}`))
        })
      },
    )
    asking.on('error', reject)
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
