import { CLIENT_FAULTS } from './client-faults.ts'
import { DESK_ACTS } from './desk-acts.ts'
import { FAULTS } from './faults.ts'
import { REPORT_ACTS } from './report-acts.ts'

/** Every kind of step. A new kind is one row in one of these tables. */
export const ROWS = { ...REPORT_ACTS, ...DESK_ACTS, ...FAULTS, ...CLIENT_FAULTS } as const
