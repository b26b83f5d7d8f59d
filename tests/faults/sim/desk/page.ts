import { reach$ } from '#src/sync/api/reach.ts'
import { setDevice } from '#src/sync/current-device.ts'
import type { Device } from '#src/sync/device.ts'
import { tryCredentials } from '#src/sync/session/session-state.ts'
import { Tab } from '../tab.ts'
import { currentOwner } from '../time.ts'

/** A placeholder in the headers of a page's calls, which the tab replaces with its own values. */
const ANYBODY = { token: 'the token of the tab', session_id: 'the session of the tab' }

/** Returns the tab whose code is running. Throws if there is none. */
function tabNow(): Tab {
  const owner = currentOwner()
  if (owner instanceof Tab) return owner
  throw new Error('no tab is running')
}

/**
 * Gives each tab the singletons of a page: its device, its session, its `fetch`. The functions of the screens
 * run unchanged, each in its calling tab. Returns the function that ends this.
 */
export function bePages(): () => void {
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const owner = currentOwner()
    return owner instanceof Tab ? pageFetch(owner, addressOf(input), init ?? {}) : realFetch(input, init)
  }
  setDevice(new Proxy({}, { get: (_, name) => Reflect.get(tabNow().app, name) as unknown }) as Device)
  tryCredentials(ANYBODY)
  const reached = reach$.subscribe((end) => tabNow().reach.next(end))
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
  // A direct call is never in the outbox, but it comes from this device all the same.
  if (id !== null) tab.device.keptIds.add(id)
  const { body } = init
  if (body === undefined || body === null || typeof body === 'string')
    return tab.fetch(url, { ...init, headers: Object.fromEntries(headers) })
  // A form or a file: its bytes and content type, as the browser sends them.
  const asked = new Request(`http://localhost${url}`, { method: 'POST', headers, body })
  const bytes = new Uint8Array(await asked.arrayBuffer())
  return tab.fetch(url, { ...init, headers: Object.fromEntries(asked.headers), body: bytes })
}
