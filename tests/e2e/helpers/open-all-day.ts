import { askDatabase } from './ask-database.ts'
import type { RunningServer } from './running-server.ts'

/**
 * Opens all branches around the clock, for walks that book from now on: the demo's branches are closed at night, and a
 * booking then asks for a reason. Before anybody signs in: devices take the hours with the directory.
 */
export const openAllDay = (server: RunningServer): Promise<unknown> =>
  askDatabase(server, `update branch set open_time = '', close_time = ''`)

/**
 * Takes what the demo booked at a machine from now on out of the way, for walks whose form proposes the time of now: the
 * demo's day has visits at fixed hours. Before anybody signs in.
 */
export const freeMachine = (server: RunningServer, name: string): Promise<unknown> =>
  askDatabase(
    server,
    `update visit_machine stay set start_dt = stay.start_dt - interval '400 days', end_dt = stay.end_dt - interval '400 days'
       from machine where machine.client_id = stay.client_id and machine.id = stay.machine_id and machine.name = $1
        and stay.end_dt > now()`,
    [name],
  )
