import type { DeviceItem } from '#contract/calls/devices.ts'

export const MINUTE_MS = 60_000
export const NOW = Date.parse('2026-11-21T10:00:00Z')
export const minutesAgo = (minutes: number, now = NOW) => new Date(now - minutes * MINUTE_MS).toISOString()

/** Builds a device seen just now without unsent work; `part` overrides fields. */
export const deviceItem = (part: Partial<DeviceItem> = {}): DeviceItem => ({
  device_id: '019a0000-0000-7000-8000-00000000d001',
  user_id: '019a0000-0000-7000-8000-000000000001',
  user_name: 'Dr. Asha Menon',
  device_name: 'Desk 1',
  created: minutesAgo(10_000),
  last_contact: minutesAgo(0),
  waiting: 0,
  needs_person: 0,
  oldest_unsent: null,
  storage_used: 4_300_000,
  storage_granted: 120_000_000_000,
  client_version: '0.1.0',
  repaired: 0,
  revoked: null,
  ...part,
})
