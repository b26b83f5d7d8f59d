import { useEffect, useState } from 'react'
import { deviceCalls } from '#contract/calls/devices.ts'
import { callApi } from '../api/call-api.ts'
import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { JOURNAL_BYTES_ID, JOURNAL_DAYS, JOURNAL_DAYS_ID } from '../journal/journal.ts'
import { useLiveRead } from '../use-live-read.ts'
import { keepTerms } from './keep-terms.ts'
import { readStorageFacts, type StorageFacts } from './storage-facts.ts'

/** How often the browser's estimate is refreshed while it is on screen. */
const LOOK_MS = 60_000

/** Facts about this device for its user. */
export interface DeviceFacts {
  name: string
  /** When the server last answered this user; undefined before the first time. */
  lastContact?: Date
  /** Accepted changes that this device keeps for a restore: days kept, number of changes, bytes, and since when. */
  journal: { days: number; count: number; bytes: number; since?: Date }
  /** Bytes. */
  storageUsed: number
  storageGranted: number
  /** True if the browser promised to keep the data. */
  isPersistent: boolean
}

type Known = Pick<DeviceFacts, 'name' | 'lastContact' | 'journal'>
const NOTHING_KNOWN: Known = { name: '', journal: { days: JOURNAL_DAYS, count: 0, bytes: 0 } }

/** Returns the facts of this device, updated at each change. */
export function useDeviceFacts(): DeviceFacts {
  const known = useLiveRead(readKnown) ?? NOTHING_KNOWN
  const { used, granted, isPersistent } = useStorageFacts()
  return { ...known, storageUsed: used, storageGranted: granted, isPersistent }
}

/** Returns the display name of this device; empty if it has none. */
export function useDeviceName(): string {
  return useLiveRead(readKnown)?.name ?? ''
}

/** Sets the display name of this device for administrators and its users. Throws like callApi. */
export async function renameDevice(name: string): Promise<void> {
  const { databases, deviceId } = getDevice()
  const { result } = await callApi(deviceCalls.rename, { device_id: deviceId, name })
  await keepTerms(databases.work, { deviceName: result.device_name })
}

async function readKnown({ databases: { work } }: Device): Promise<Known> {
  const [terms, contact, count, bytes, days, oldest] = await Promise.all([
    work.keys.get('terms'),
    work.meta.get('lastContact'),
    work.journal.count(),
    work.meta.get(JOURNAL_BYTES_ID),
    work.meta.get(JOURNAL_DAYS_ID),
    work.journal.orderBy('seq').first(),
  ])
  const since = oldest?.acked && { since: new Date(oldest.acked.at) }
  const journal = { days: days?.value ?? JOURNAL_DAYS, count, bytes: bytes?.value ?? 0, ...since }
  const name = terms?.id === 'terms' ? terms.deviceName : ''
  return { name, journal, ...(contact && { lastContact: new Date(contact.value) }) }
}

function useStorageFacts(): StorageFacts {
  const [facts, setFacts] = useState<StorageFacts>({ used: 0, granted: 0, isPersistent: false })
  useEffect(() => {
    const look = () => void readStorageFacts().then(setFacts, () => undefined)
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return facts
}
