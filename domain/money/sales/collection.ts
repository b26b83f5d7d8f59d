import { RECEIPT_MODES } from '../payment-modes.ts'
import type { MovementGroup } from './movements.ts'

/** Money in whole minor units: receipts less their cancellations, refunds less theirs, and what remains. */
export interface Sums {
  received: number
  refunded: number
  /** received - refunded. */
  net: number
  /** Special management discounts shown with these receipts. */
  hidden: number
  /** Movements counted here, including cancellations. */
  count: number
}

/** The totals of one mode. */
export interface ModeSums extends Sums {
  mode: string
  /** The part of received for visits that started before the range. */
  receivedPrevious: number
  /** The rest of received. */
  receivedExPrevious: number
}

/** The totals of one person's drawers in one mode. */
export interface PersonSums extends Sums {
  person: string
  mode: string
}

/**
 * The collection summary of a range. Every line except `future` excludes money for visits that start after the range,
 * unless the caller includes it.
 */
export interface Collection extends Sums {
  /** For visits that started before the range: money that was pending. */
  previous: Sums
  /** The rest. */
  exPrevious: Sums
  /** For visits that start after the range, whether included or not. */
  future: Sums
  /** For visits that are cancelled, or whose services all are. */
  forCancelled: Sums
  /** Money that arrived on a later day than the one on which it counts. */
  late: Sums
  /** Money that counts in the range but was cancelled after its last day: the cancellation counts on that later day. */
  cancelledSince: Sums
  /** In the order of the modes. */
  modes: ModeSums[]
  /** By person, then in the order of the modes. */
  people: PersonSums[]
}

/**
 * Adds up the movements of a range. Groups may be merged, split and given in any order: the result is the same.
 * Screen, CSV, PDF, BI and the reconcile page all read it, so they show the same figure.
 */
export function collectionOf(
  groups: readonly MovementGroup[],
  { includeFuture = false }: { includeFuture?: boolean } = {},
): Collection {
  const all = emptySums()
  const lines = {
    previous: emptySums(),
    exPrevious: emptySums(),
    future: emptySums(),
    forCancelled: emptySums(),
    late: emptySums(),
    cancelledSince: emptySums(),
  }
  const modes = new Map<string, ModeSums>()
  const people = new Map<string, PersonSums>()
  for (const group of groups) {
    if (group.visit === 'after') add(lines.future, group)
    if (group.visit === 'after' && !includeFuture) continue
    add(all, group)
    const isPrevious = group.visit === 'before'
    add(isPrevious ? lines.previous : lines.exPrevious, group)
    if (group.isForCancelled) add(lines.forCancelled, group)
    if (group.isLate) add(lines.late, group)
    if (group.isCancelledSince) add(lines.cancelledSince, group)
    addMode(modes, group)
    addPerson(people, group)
  }
  return {
    ...all,
    ...lines,
    modes: [...modes.values()].sort(byMode),
    people: [...people.values()].sort((a, b) => compare(a.person, b.person) || byMode(a, b)),
  }
}

function addMode(modes: Map<string, ModeSums>, group: MovementGroup): void {
  const { mode } = group
  const sums = modes.get(mode) ?? { mode, ...emptySums(), receivedPrevious: 0, receivedExPrevious: 0 }
  modes.set(mode, sums)
  add(sums, group)
  if (group.kind === 'refund') return
  if (group.visit === 'before') sums.receivedPrevious += signed(group, group.minor)
  else sums.receivedExPrevious += signed(group, group.minor)
}

function addPerson(people: Map<string, PersonSums>, group: MovementGroup): void {
  const { person, mode } = group
  const key = `${person} ${mode}`
  const sums = people.get(key) ?? { person, mode, ...emptySums() }
  people.set(key, sums)
  add(sums, group)
}

function add(sums: Sums, group: MovementGroup): void {
  const minor = signed(group, group.minor)
  if (group.kind === 'receipt') sums.received += minor
  else sums.refunded += minor
  sums.net = sums.received - sums.refunded
  sums.hidden += signed(group, group.hidden)
  sums.count += group.count
}

const signed = ({ side }: MovementGroup, minor: number) => (side === 'made' ? minor : 0 - minor)

const emptySums = (): Sums => ({ received: 0, refunded: 0, net: 0, hidden: 0, count: 0 })

const place = (mode: string) => {
  const at = (RECEIPT_MODES as readonly string[]).indexOf(mode)
  return at < 0 ? RECEIPT_MODES.length : at
}
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const byMode = (a: { mode: string }, b: { mode: string }) =>
  place(a.mode) - place(b.mode) || compare(a.mode, b.mode)
