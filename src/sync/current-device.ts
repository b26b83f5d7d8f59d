import { useSyncExternalStore } from 'react'
import type { Device } from './device.ts'

let device: Device | undefined
const listeners = new Set<() => void>()

/** Returns the device of the signed-in user; undefined for a PATIENT and while nobody is signed in. */
export function currentDevice(): Device | undefined {
  return device
}

/** As currentDevice, for code that requires it. */
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
