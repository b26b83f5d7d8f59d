import type { DeviceItem } from '#contract/calls/devices.ts'
import { holdsWords } from '#domain/match/search-words.ts'
import { deviceLevels, needsAttention } from '#domain/sync/device-urgency.ts'
import type { ContactLevel } from '#domain/time/intervals.ts'

/** The states that an administrator can filter by; a device may be in several. */
export const DEVICE_STATES = ['attention', 'waiting', 'quiet', 'revoked'] as const
export type DeviceState = (typeof DEVICE_STATES)[number]

/** A device with the values that depend on the current time. */
export interface DeviceView {
  item: DeviceItem
  /** Identifies the device of this person: several persons may use the same device. */
  id: string
  /** The number of changes on the device that the server does not have, as last reported. */
  unsent: number
  contactLevel: ContactLevel
  oldestLevel: ContactLevel
  isRevoked: boolean
}

/** Returns the urgency of a device at `now` (milliseconds), and what is waiting on it. */
export function viewOf(item: DeviceItem, now: number): DeviceView {
  return {
    item,
    id: `${item.device_id}:${item.user_id}`,
    unsent: item.waiting + item.needs_person,
    ...deviceLevels(item, now),
    isRevoked: item.revoked !== null,
  }
}

const IS_IN: Record<DeviceState, (view: DeviceView) => boolean> = {
  attention: needsAttention,
  waiting: (view) => view.unsent > 0 && !view.isRevoked,
  quiet: (view) => view.unsent === 0 && !view.isRevoked,
  revoked: (view) => view.isRevoked,
}

/** Returns the number of devices in each state. */
export function countStates(views: readonly DeviceView[]): Record<DeviceState, number> {
  const count = (state: DeviceState) => views.filter(IS_IN[state]).length
  return {
    attention: count('attention'),
    waiting: count('waiting'),
    quiet: count('quiet'),
    revoked: count('revoked'),
  }
}

/** Columns that the list can be sorted by. */
export const SORT_KEYS = ['user', 'device', 'contact', 'oldest', 'waiting', 'needs', 'storage'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export interface DeviceFilter {
  text: string
  state?: DeviceState
  /** Undefined means the most urgent first. */
  sort?: { id: SortKey; direction: 'ascending' | 'descending' }
}

const byText = (a: string, b: string) => a.localeCompare(b)
const NEVER = Number.POSITIVE_INFINITY
const oldestOf = ({ item }: DeviceView) =>
  item.oldest_unsent === null ? NEVER : Date.parse(item.oldest_unsent)

/** Sorts ascending; times from the oldest. */
const COMPARE: Record<SortKey, (a: DeviceView, b: DeviceView) => number> = {
  user: (a, b) => byText(a.item.user_name, b.item.user_name),
  device: (a, b) => byText(a.item.device_name, b.item.device_name),
  contact: (a, b) => Date.parse(a.item.last_contact) - Date.parse(b.item.last_contact),
  // Two devices without unsent work are equal: the difference of two infinities is not a number.
  oldest: (a, b) => (oldestOf(a) === oldestOf(b) ? 0 : oldestOf(a) - oldestOf(b)),
  waiting: (a, b) => a.item.waiting - b.item.waiting,
  needs: (a, b) => a.item.needs_person - b.item.needs_person,
  storage: (a, b) => a.item.storage_used - b.item.storage_used,
}

const RANKS: Record<ContactLevel, number> = { alarm: 0, warn: 1, quiet: 2 }
const rankOf = (view: DeviceView) => Math.min(RANKS[view.contactLevel], RANKS[view.oldestLevel])

function byUrgency(a: DeviceView, b: DeviceView): number {
  return (
    rankOf(a) - rankOf(b) ||
    Number(a.isRevoked) - Number(b.isRevoked) ||
    COMPARE.oldest(a, b) ||
    COMPARE.user(a, b)
  )
}

/** Returns the devices that match the filter, in its order. */
export function shownDevices(
  views: readonly DeviceView[],
  { text, state, sort }: DeviceFilter,
): DeviceView[] {
  const left = views.filter(
    (view) =>
      (state === undefined || IS_IN[state](view)) &&
      holdsWords([view.item.user_name, view.item.device_name], text),
  )
  if (!sort) return left.sort(byUrgency)
  const sign = sort.direction === 'ascending' ? 1 : -1
  return left.sort((a, b) => sign * COMPARE[sort.id](a, b) || COMPARE.user(a, b))
}
