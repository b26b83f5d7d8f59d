import { useSyncExternalStore } from 'react'
import type { Device } from './device.ts'

let device: Device | undefined
const listeners = new Set<() => void>()

/** What the device holds for the person signed in; undefined for a PATIENT and while nobody is. */
export function currentDevice(): Device | undefined {
  return device
}

/** As currentDevice, for what only works with it. */
export function getDevice(): Device {
  if (!device) throw new Error('Nobody is signed in whose changes this device could keep')
  return device
}

export function setDevice(next: Device | undefined): void {
  device = next
  for (const listener of listeners) listener()
}

export function useDevice(): Device | undefined {
  return useSyncExternalStore(subscribe, currentDevice)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
