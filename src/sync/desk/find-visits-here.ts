import { readWaiting } from '#src/db/waiting-changes.ts'
import type { Device } from '../device.ts'
import { searchPatientsHere } from '../patients/search.ts'
import { openShown, type Shown } from './merged-record.ts'

/** A visit that matches a search text. */
export interface FoundVisit {
  visit: Shown<'visit'>
  /** The receipt whose number matched. */
  receiptNo: string | undefined
}

/** How many of the newest records are searched for a number: each must be unsealed. */
const LOOKED_AT = 3_000
/** Maximum number of patients whose visits are searched. */
const PATIENTS = 5
/** A shorter text would match most numbers. */
const SHORTEST_NUMBER = 3

/**
 * Finds visits of this device by text, newest first: those of patients that match by name, number or phone, those whose
 * own number or invoice number contains it, and those with a matching receipt number.
 */
export async function findVisitsHere(device: Device, text: string, limit: number): Promise<FoundVisit[]> {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const patients = await searchPatientsHere({ k: wanted, limit: PATIENTS })
  const isNumber = wanted.length >= SHORTEST_NUMBER && /\d/u.test(wanted)
  const receipts = isNumber ? await receiptsOf(device, wanted) : new Map<string, string>()
  const ofPatients = new Set(patients.map(({ id }) => id))
  const visits = await readVisits(device, {
    isNumber,
    patientIds: [...ofPatients],
    ids: [...receipts.keys()],
  })
  return visits
    .filter(
      (visit) =>
        ofPatients.has(visit.patient_id) ||
        receipts.has(visit.id) ||
        (isNumber && numbersOf(visit).some((number) => number.toLowerCase().includes(wanted))),
    )
    .toSorted(
      (a, b) =>
        Number(receipts.has(b.id)) - Number(receipts.has(a.id)) ||
        Date.parse(b.start_dt) - Date.parse(a.start_dt),
    )
    .slice(0, limit)
    .map((visit) => ({ visit, receiptNo: receipts.get(visit.id) }))
}

/** The numbers on a visit's slip and invoice, printed ones too. */
const numbersOf = ({ visit_no, invoice_no = '', invoice_provisional_no = '' }: Shown<'visit'>) => [
  visit_no,
  invoice_no,
  invoice_provisional_no,
]

interface Wanted {
  isNumber: boolean
  patientIds: readonly string[]
  ids: readonly string[]
}

async function readVisits(
  { databases }: Device,
  { isNumber, patientIds, ids }: Wanted,
): Promise<Shown<'visit'>[]> {
  const { cache, work } = databases
  const [newest, ofPatients, named, waiting] = await Promise.all([
    isNumber ? cache.visits.orderBy('at').reverse().limit(LOOKED_AT).toArray() : [],
    cache.visits
      .where('patient')
      .anyOf([...patientIds])
      .toArray(),
    cache.visits.bulkGet([...ids]),
    readWaiting(work, 'visit'),
  ])
  const copies = new Map(
    [...newest, ...ofPatients, ...named].flatMap((copy) => (copy ? [[copy.id, copy] as const] : [])),
  )
  return openShown(databases, 'visit', { copies: [...copies.values()], waiting })
}

/** Numbers of the receipts that contain the text, printed ones too, by visit. */
async function receiptsOf({ databases }: Device, wanted: string): Promise<Map<string, string>> {
  const { cache, work } = databases
  const [copies, waiting] = await Promise.all([
    cache.receipts.orderBy('id').reverse().limit(LOOKED_AT).toArray(),
    readWaiting(work, 'receipt'),
  ])
  const rows = await openShown(databases, 'receipt', { copies, waiting })
  return new Map(
    rows.flatMap(({ appt_id, receipt_no, provisional_no }) => {
      const number = [receipt_no, provisional_no].find((one) => one.toLowerCase().includes(wanted))
      return number === undefined ? [] : [[appt_id, number] as const]
    }),
  )
}
