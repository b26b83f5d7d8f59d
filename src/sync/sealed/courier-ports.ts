import type { Caller } from '../api/caller.ts'
import { OfflineError } from '../api/errors.ts'
import type { CourierPorts } from './courier.ts'
import { wipeCopies } from './wipe-copies.ts'

/** The courier's ports in this browser; pages and the service worker pass their own way to send. */
export const browserCourierPorts = (call: Caller): CourierPorts => ({
  call,
  locks: { request: (name, options, run) => navigator.locks.request(name, options, run) },
  isOnline: () => navigator.onLine,
  databases: async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []),
  now: () => Date.now(),
  random: Math.random,
  onRevoked: ({ userId }) => void wipeCopies(userId).catch(report),
  onError: report,
})

function report(error: unknown): void {
  if (!(error instanceof OfflineError)) console.warn('Readroom courier', error)
}
