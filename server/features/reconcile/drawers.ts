import { sql } from 'kysely'
import type { DrawerMode } from '#contract/calls/payments.ts'
import type { Figures } from '../sales/public/figures.ts'

/** A stored close of the day. */
export interface StoredClose {
  id: string
  person: string
  modes: DrawerMode[]
  recorded_cash: string
  counted_cash: string
  note: string
  closed_on: Date
}

/** Selects the closes of all drawers of a branch and day, in the order in which they were made. */
export async function selectClosesOfDay(
  { tx, caller }: Figures,
  branchId: string,
  day: string,
): Promise<StoredClose[]> {
  const { rows } = await sql<StoredClose>`
    select d.id, coalesce(u.name, '') as person, d.modes, d.recorded_cash, d.counted_cash, d.note, d.closed_on
    from day_close d left join app_user u on u.client_id = ${caller.clientId} and u.id = d.user_id
    where d.client_id = ${caller.clientId} and d.branch_id = ${branchId} and d.day = ${day}
    order by d.closed_on, d.id`.execute(tx)
  return rows
}

/** Sums the closes by mode, in minor units: counted cash, and the recorded amounts of other modes. */
export function countedByMode(
  closes: readonly StoredClose[],
  minor: (amount: number | string) => number,
): Map<string, number> {
  const sums = new Map<string, number>()
  const add = (mode: string, amount: number) => sums.set(mode, (sums.get(mode) ?? 0) + amount)
  for (const { modes, recorded_cash, counted_cash } of closes) {
    for (const { mode, net } of modes) add(mode, minor(net))
    const difference = minor(counted_cash) - minor(recorded_cash)
    if (difference !== 0) add(CASH, difference)
  }
  return sums
}

/** The only mode that is counted by hand. */
const CASH = 'Cash'
