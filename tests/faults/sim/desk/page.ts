import { reach$ } from '#src/sync/api/reach.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { tryCredentials } from '#src/sync/session/session-state.ts'
import { Tab } from '../tab.ts'
import { currentOwner } from '../time.ts'

/** Stands in the headers of a page's calls, until its tab puts its own in their place. */
const ANYBODY = { token: 'the token of the tab', session_id: 'the session of the tab' }

/** The tab whose code is running. Throws where it is no tab's. */
function tabNow(): Tab {
  const owner = currentOwner()
  if (owner instanceof Tab) return owner
  throw new Error('no tab is running')
}

/**
 * Gives each tab what a page has but once: its device, its session, its `fetch`. The functions that screens call run as
 * they are, each in the tab that called it. Returns what ends that.
 */
export function bePages(): () => void {
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const owner = currentOwner()
    return owner instanceof Tab ? pageFetch(owner, addressOf(input), init ?? {}) : realFetch(input, init)
  }
  setDevice(new Proxy({}, { get: (_, name) => Reflect.get(tabNow().app, name) as unknown }) as Device)
  tryCredentials(ANYBODY)
  const reached = reach$.subscribe((answered) => tabNow().reach.next(answered))
  return () => {
    globalThis.fetch = realFetch
    setDevice(undefined)
    tryCredentials(undefined)
    reached.unsubscribe()
  }
}

const addressOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input))

async function pageFetch(tab: Tab, url: string, init: RequestInit): Promise<Response> {
  const { credentials } = tab.device
  const headers = new Headers(init.headers)
  for (const [name, value] of headers)
    headers.set(
      name,
      value
        .replace(ANYBODY.token, credentials?.token ?? 'none')
        .replace(ANYBODY.session_id, credentials?.session_id ?? 'none'),
    )
  const id = headers.get('idempotency-key')
  // What a person does at once never stands in the outbox; it comes from this device all the same.
  if (id !== null) tab.device.keptIds.add(id)
  const { body } = init
  if (body === undefined || body === null || typeof body === 'string')
    return tab.fetch(url, { ...init, headers: Object.fromEntries(headers) })
  // A form or a file: its bytes, and what they are, as the browser says it.
  const asked = new Request(`http://localhost${url}`, { method: 'POST', headers, body })
  const bytes = new Uint8Array(await asked.arrayBuffer())
  return tab.fetch(url, { ...init, headers: Object.fromEntries(asked.headers), body: bytes })
}
