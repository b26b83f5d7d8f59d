// workbox-background-sync by its class Queue, as "Advanced usage" of
// https://developer.chrome.com/docs/workbox/modules/workbox-background-sync has it: fetch, and keep what fails. `onSync`
// is given because of what the same page says of 5xx: only what throws counts as failed, so 5xx is made to throw.
import { Queue } from 'workbox-background-sync'
import { beStrict, STRICT_QUERY } from '../../strict-disk.ts'

declare const self: ServiceWorkerGlobalScope

if (location.search.includes(STRICT_QUERY)) beStrict()

async function send(request: Request): Promise<Response> {
  const response = await fetch(request)
  if (response.status >= 500) throw new Error('Server error.')
  return response
}

const queue = new Queue('receipts', {
  onSync: async ({ queue }) => {
    for (let entry = await queue.shiftRequest(); entry; entry = await queue.shiftRequest()) {
      try {
        await send(entry.request.clone())
      } catch (error) {
        await queue.unshiftRequest(entry)
        throw error
      }
    }
  },
})

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'POST') return
  const sendOrKeep = async () => {
    try {
      return await send(event.request.clone())
    } catch {
      await queue.pushRequest({ request: event.request })
      // Kept: the page may say so.
      return new Response(null, { status: 202 })
    }
  }
  event.respondWith(sendOrKeep())
})

self.addEventListener('message', (event) => {
  const answer = async () => {
    const entries = await queue.getAll()
    const bodies = (await Promise.all(entries.map(({ request }) => request.json()))) as { key: string }[]
    event.ports[0]?.postMessage(bodies.map(({ key }) => key))
  }
  event.waitUntil(answer())
})
