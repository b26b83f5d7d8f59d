import { DESK_ACTS } from './desk-acts.ts'
import { FAULTS } from './faults.ts'
import { HOUSE_FAULTS } from './house-faults.ts'
import { REPORT_ACTS } from './report-acts.ts'

/** Every kind of step. A new kind is one row in one of these tables. */
export const ROWS = { ...REPORT_ACTS, ...DESK_ACTS, ...FAULTS, ...HOUSE_FAULTS } as const
