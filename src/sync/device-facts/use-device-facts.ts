import { useEffect, useState } from 'react'
import { deviceCalls } from '#contract/calls/devices.ts'
import { callApi } from '../api/call-api.ts'
import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { JOURNAL_BYTES_ID, JOURNAL_DAYS, JOURNAL_DAYS_ID } from '../journal/journal.ts'
import { useLiveRead } from '../use-live-read.ts'
import { keepTerms } from './keep-terms.ts'
import { readStorageFacts, type StorageFacts } from './storage-facts.ts'

/** The browser's estimate is asked for again this often while somebody looks at it. */
const LOOK_MS = 60_000

/** What a person should know of the device they work at. */
export interface DeviceFacts {
  name: string
  /** When the server last answered for this person; undefined before the first time. */
  lastContact?: Date
  /** What the server took and this device keeps for a restore: for how many days, how many changes, bytes, since when. */
  journal: { days: number; count: number; bytes: number; since?: Date }
  /** Bytes. */
  storageUsed: number
  storageGranted: number
  /** True where the browser promised to keep what is here. */
  isPersistent: boolean
}

type Known = Pick<DeviceFacts, 'name' | 'lastContact' | 'journal'>
const NOTHING_KNOWN: Known = { name: '', journal: { days: JOURNAL_DAYS, count: 0, bytes: 0 } }

/** The facts of this device, as they change. */
export function useDeviceFacts(): DeviceFacts {
  const known = useLiveRead(readKnown) ?? NOTHING_KNOWN
  const { used, granted, isPersistent } = useStorageFacts()
  return { ...known, storageUsed: used, storageGranted: granted, isPersistent }
}

/** The name that people know this device by; empty where it has none. */
export function useDeviceName(): string {
  return useLiveRead(readKnown)?.name ?? ''
}

/** Gives this device a name that administrators and its users know it by. Throws like callApi. */
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
