import { sql } from 'kysely'
import type { QueItem } from '#contract/calls/exam-queue.ts'
import { SERVICE_STATUS_TABLE, type ServiceStatus } from '#domain/status/service-status.ts'
import type { Tx } from '#server/kernel/context.ts'

/** A display as found by its uid, before its client is known (0067_exam_queue.sql). */
export interface DisplayScreen {
  client_id: string
  screen: string
  branch: string
  time_zone: string
  language: string | null
  banner_file_id: string | null
  banner_type: '' | 'image' | 'video'
}

/** Returns the active screen with this uid, if its client has displays. */
export async function findDisplay(entry: Tx, uid: string): Promise<DisplayScreen | undefined> {
  const { rows } = await sql<DisplayScreen>`
    select client_id, screen, branch, time_zone, banner_file_id, banner_type,
      entry.que_screen_language(${uid}) as language
    from entry.find_que_screen(${uid})`.execute(entry)
  return rows[0]
}

/** Returns the machines of a screen, in its order, with their public names. */
export async function selectDisplayMachines(entry: Tx, uid: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from entry.que_machines(${uid})`.execute(entry)
  return rows
}

interface StoredItem {
  id: string
  machine_id: string
  status: number
  token: string
  initials: string
  exm_end_dt: Date | null
  is_bring_next: boolean
}

/**
 * Returns the waiting and running examinations at a screen's machines: tokens, and initials if the client shows them.
 */
export async function selectDisplayItems(
  entry: Tx,
  uid: string,
  machines: readonly { id: string; name: string }[],
  now: Date,
): Promise<QueItem[]> {
  const { rows } = await sql<StoredItem>`select * from entry.que_items(${uid}, ${now})`.execute(entry)
  const names = new Map(machines.map(({ id, name }) => [id, name]))
  return rows.flatMap(({ token, exm_end_dt, is_bring_next, status, ...row }) => {
    const machine = names.get(row.machine_id)
    if (machine === undefined) return []
    const status_name = SERVICE_STATUS_TABLE[status as ServiceStatus].label
    return [
      {
        ...row,
        machine,
        status,
        status_name,
        pat_id: token,
        exm_end_dt: exm_end_dt?.toISOString() ?? null,
        is_bring_next: is_bring_next ? ('Y' as const) : ('N' as const),
      },
    ]
  })
}
