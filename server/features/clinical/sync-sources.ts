import { sql } from 'kysely'
import type { Caller } from '#server/kernel/context.ts'
import { visitPartSource } from '../visits/public/reading/part-source.ts'
import { selectPrescriptions } from './public/prescription-store.ts'
import { mayReadClinical } from './public/rights.ts'
import { selectTreatments } from './public/treatment-store.ts'

const mayRead = (caller: Caller) => (mayReadClinical(caller) ? sql<boolean>`true` : sql<boolean>`false`)

/** Notes and prescriptions are synced with their visit, to clinic doctors and client admins only. */
export const treatmentSource = visitPartSource('treatment', selectTreatments, mayRead)
export const prescriptionSource = visitPartSource('prescription', selectPrescriptions, mayRead)
