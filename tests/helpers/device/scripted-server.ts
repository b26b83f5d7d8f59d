import { vi } from 'vitest'

export interface ScriptedAnswer {
  status?: number
  body: unknown
}

/** The response of each path, by the path's end; for a missing path the network is down. */
export type Script = Record<string, (input: Record<string, unknown>) => ScriptedAnswer>

/** Replaces the network with a scripted server and records its requests. */
export function scriptServer(script: Script) {
  const asked: { path: string; input: Record<string, unknown> }[] = []
  const fetch = vi.fn(async (url: string, init: RequestInit = {}) => {
    const path = new URL(url, 'http://localhost').pathname
    const input = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    const answer = Object.entries(script).find(([end]) => path.endsWith(end))?.[1]
    if (!answer) throw new TypeError('Failed to fetch')
    asked.push({ path, input })
    const { status = 200, body } = answer(input)
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  vi.stubGlobal('fetch', fetch)
  return { asked }
}
