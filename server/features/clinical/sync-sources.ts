import { sql } from 'kysely'
import type { Caller } from '#server/kernel/context.ts'
import { visitPartSource } from '../visits/reading/part-source.ts'
import { selectPrescriptions } from './prescription-store.ts'
import { mayReadClinical } from './rights.ts'
import { selectTreatments } from './treatment-store.ts'

const mayRead = (caller: Caller) => (mayReadClinical(caller) ? sql<boolean>`true` : sql<boolean>`false`)

/** Notes and prescriptions are synced with their visit, to clinic doctors and client admins only. */
export const treatmentSource = visitPartSource('treatment', selectTreatments, mayRead)
export const prescriptionSource = visitPartSource('prescription', selectPrescriptions, mayRead)
