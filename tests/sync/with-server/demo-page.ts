import { Buffer } from 'node:buffer'
import { BASE_HISTORY_HEADER } from '#contract/kernel/base-history.ts'
import { NOTE_HEADER } from '#contract/kernel/note-header.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { openDatabases } from '#src/db/open-databases.ts'
import { createCaller } from '#src/sync/api/caller.ts'
import * as transport from '#src/sync/api/transport.ts'
import { startDevice } from '#src/sync/device.ts'
import { plainCodec } from '#tests/helpers/device/plain-codec.ts'
import { TEST_DATA_KEY } from '#tests/helpers/device/test-data-key.ts'
import type { DemoServer } from '#tests/server/features/open-demo.ts'
import { DOCTOR } from '../support/rows.ts'
import { Browser, HandLink, type Page } from '../support/test-page.ts'

/** The fault of the next request of a kind; after it the network works again. */
export type NetworkFault = 'lost request' | 'lost answer' | 'twice'

/** A doctor's browser against the real server, over a network that can be cut. */
export interface DemoPage extends Page {
  session: SessionFields
  /** Each delivery of commands uses up one. */
  faults: NetworkFault[]
  /** While the feed is silent, commands are answered and no copy is pulled. */
  feed: { isSilent: boolean }
  browser: Browser
  call: ReturnType<typeof createCaller>
}

/** Signs `username` in and opens a page, online or offline; a page of the same `browser` shares its databases. */
export async function openDemoPage(
  demo: DemoServer,
  username: string,
  browser = new Browser(),
  isOnline = true,
): Promise<DemoPage> {
  const session = await signIn(demo, username)
  const link = new HandLink()
  link.set(isOnline)
  const errors: unknown[] = []
  const faults: NetworkFault[] = []
  const feed = { isSilent: false }
  const started: { device?: Page['device'] } = {}
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    init.signal?.throwIfAborted()
    const isFeed = url.includes('sync/pull')
    if (!link.state().online || (isFeed && feed.isSilent)) throw new TypeError('fetch failed')
    const fault = url.includes('sync/commands') ? faults.shift() : undefined
    if (fault === 'lost request') throw new TypeError('fetch failed')
    // Several pages share this process, so this code replaces the transport of the page's own device.
    const sent = { ...init, headers: { ...(init.headers as object), ...ofHistory(started.device) } }
    if (fault === 'twice') await ask(demo, url, sent)
    const response = await ask(demo, url, sent)
    const note = response.headers.get(NOTE_HEADER)
    if (note !== null) started.device?.keepNote(note)
    if (fault === 'lost answer') throw new TypeError('fetch failed')
    return response
  }
  const call = createCaller({
    transport: () => transport,
    fetch,
    now: () => demo.clock.now,
    zone: 'Asia/Kolkata',
    credentials: () => session,
    onReach: () => undefined,
    onSignedOut: () => errors.push('signed out'),
  })
  browser.userId = session.user_id
  browser.clock = demo.clock.now.getTime()
  const databases = await openDatabases(session.user_id, { codec: plainCodec })
  const device = await startDevice(databases, {
    call,
    fetch: () => Promise.reject(new TypeError('the stream has its own test')),
    credentials: () => session,
    authorName: () => session.name,
    findKey: () => TEST_DATA_KEY,
    deviceId: DOCTOR,
    link,
    locks: browser.locks,
    channel: browser.hub.open(),
    isVisible: () => true,
    openWorklist: () => {
      throw new Error('no list in this test')
    },
    now: () => browser.clock,
    random: () => 0,
    zone: 'Asia/Kolkata',
    onError: (error) => errors.push(error),
  })
  started.device = device
  return { device, databases, link, errors, session, faults, feed, browser, call }
}

const ofHistory = (device: Page['device'] | undefined): Record<string, string> => {
  const history = device?.history.read()
  return history === undefined ? {} : { [BASE_HISTORY_HEADER]: history }
}

async function signIn(demo: DemoServer, username: string): Promise<SessionFields> {
  const payload = { username, password: DEMO_PASSWORD, device_id: DOCTOR }
  const { body } = await demo.send({ method: 'POST', url: '/api/auth/login', payload })
  return body.result as SessionFields
}

async function ask(demo: DemoServer, url: string, init: RequestInit): Promise<Response> {
  const response = await demo.app.inject({
    method: init.method as 'GET' | 'POST',
    url,
    headers: init.headers as Record<string, string>,
    ...(init.body === undefined ? {} : { payload: Buffer.from(init.body as string) }),
  })
  const note = response.headers['x-signed-note'] as string | undefined
  return new Response(response.body, {
    status: response.statusCode,
    headers: {
      'content-type': 'application/json',
      ...(note !== undefined && { 'x-signed-note': note }),
    },
  })
}
