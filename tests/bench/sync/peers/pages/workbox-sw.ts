// workbox-background-sync by its class Queue, as in "Advanced usage" of
// https://developer.chrome.com/docs/workbox/modules/workbox-background-sync: fetch, and queue what fails.
// `onSync` is set because the same page says that only a thrown error counts as failed, so this code throws
// for 5xx.
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
      // Stored in the queue: the page may report it.
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
