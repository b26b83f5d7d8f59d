import { askDatabase } from './server/ask-database.ts'
import type { RunningServer } from './server/running-server.ts'

/**
 * Opens all branches around the clock, for walks that book from now on: the demo's branches are closed at
 * night, and a booking then needs a reason. Must run before anybody signs in: devices pull the hours with the
 * directory.
 */
export const openAllDay = (server: RunningServer): Promise<unknown> =>
  askDatabase(server, `update branch set open_time = '', close_time = ''`)

/**
 * Removes the demo's later bookings at a machine, for walks whose form proposes the present time: the demo's
 * day has visits at fixed hours. Must run before anybody signs in.
 */
export const freeMachine = (server: RunningServer, name: string): Promise<unknown> =>
  askDatabase(
    server,
    `update visit_machine slot set start_dt = slot.start_dt - interval '400 days', end_dt = slot.end_dt - interval '400 days'
       from machine where machine.client_id = slot.client_id and machine.id = slot.machine_id and machine.name = $1
        and slot.end_dt > now()`,
    [name],
  )
