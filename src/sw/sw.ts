import { cleanupOutdatedCaches } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SHARE_TARGET_PATH } from '#contract/kernel/worker-messages.ts'
import { DELIVER_MESSAGE, DELIVER_TAG, STOP_DELIVERING } from '#src/sync/sealed/deliver-message.ts'
import { deliverFromWorker, stopDelivering } from '#src/sync/sealed/worker-courier.ts'
import { Awake } from './awake.ts'
import { answerFileMessage, HeldFiles, receiveShare } from './held-files.ts'
import { answerKeyMessage, HeldKeys } from './held-key.ts'
import { type PrecacheEntry, precacheAll } from './precache.ts'
import { answerPushes } from './push.ts'
import { leaveServerToNetwork } from './server-routes.ts'
import { answerTextMessage, UnloadDraftHolder } from './unload-drafts.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

cleanupOutdatedCaches()
leaveServerToNetwork(self)
const precache = precacheAll(self.__WB_MANIFEST)

// Every route opens the shell, offline too. A missing asset or API response must stay missing and never be the shell.
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api\//, /^\/phpapi\//, /^\/assets\//, /^\/icons\//, /^\/healthz/],
  }),
)

const awake = new Awake()
const heldKeys = new HeldKeys()
const heldTexts = new UnloadDraftHolder()
const heldFiles = new HeldFiles()

// A user shares files with the installed app: the system posts them here, online or offline.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_TARGET_PATH,
  ({ request }) => receiveShare(heldFiles, request),
  'POST',
)

self.addEventListener('message', (event) => {
  if (event.origin !== self.location.origin) return
  const holding = awake.after(event.data ?? {})
  if (holding) event.waitUntil(holding)
  if (answerTextMessage(heldTexts, event.data ?? {}, event.ports[0])) return
  if (answerFileMessage(heldFiles, event.data ?? {}, event.ports[0])) return
  if (answerKeyMessage(heldKeys, event.data ?? {}, event.ports[0])) return
  const type = (event.data as { type?: unknown } | undefined)?.type
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (type === STOP_DELIVERING) stopDelivering()
  if (type === DELIVER_MESSAGE) event.waitUntil(deliverFromWorker(self.clients).catch(() => undefined))
})

/** Missing from the type library, because not all browsers have it. */
interface SyncEvent extends Event {
  tag: string
  waitUntil: (work: Promise<unknown>) => void
}

// Background Sync: the network is back and all pages may be closed.
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === DELIVER_TAG) sync.waitUntil(deliverFromWorker(self.clients))
})

answerPushes()

// A page's first visit already gets its later screens from the precache.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
