import { afterEach, beforeEach, vi } from 'vitest'

/** Returns an in-memory storage of the browser. */
export function memoryStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** Sets up what the session's code needs of a page, in Node: storages, a visible document, a window for events. */
export function withPageGlobals() {
  const page = { local: memoryStorage(), session: memoryStorage(), window: new EventTarget() }
  beforeEach(() => {
    Object.assign(page, { local: memoryStorage(), session: memoryStorage(), window: new EventTarget() })
    vi.stubGlobal('localStorage', page.local)
    vi.stubGlobal('sessionStorage', page.session)
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
    vi.stubGlobal('window', page.window)
  })
  afterEach(() => vi.unstubAllGlobals())
  return page
}
