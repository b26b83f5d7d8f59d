import { v7 as mintId } from 'uuid'
import { askAdmin } from '../look-inside.ts'
import type { DemoServer } from '../open-demo.ts'
import { ANDHERI, type BookVisit, CLIENT, putVisits } from '../sales/books.ts'

/** The fields of a book's line other than its amounts. */
export interface LeakLineBook {
  /** In the client's currency; null if none was stored. */
  list?: number | null
  scanStart?: Date | undefined
}

/** A visit with the fields that the rules of leakage read. */
export interface LeakBook extends BookVisit {
  leaks?: readonly LeakLineBook[]
  share?: number
  headId?: string | undefined
  headPercent?: number | null
  report?: { status: string; signedOn: Date | null } | undefined
}

/** Writes the books; returns their ids. */
export async function putLeakBooks(server: DemoServer, books: readonly LeakBook[]): Promise<string[]> {
  const ids = await putVisits(server, books)
  for (const [index, book] of books.entries()) await complete(server, ids[index] ?? '', book)
  return ids
}

/** Writes one book; returns its id. */
export async function putLeakBook(server: DemoServer, book: LeakBook): Promise<string> {
  const [id = ''] = await putLeakBooks(server, [book])
  return id
}

async function complete(server: DemoServer, id: string, book: LeakBook): Promise<void> {
  await askAdmin(
    server,
    'update visit set patient_share = $2, discount_head_id = $3, head_percent = $4 where id = $1',
    [id, book.share ?? 100, book.headId ?? null, book.headPercent ?? null],
  )
  for (const [place, { list = null, scanStart }] of (book.leaks ?? []).entries())
    await askAdmin(
      server,
      'update visit_service set list_charges = $3, exm_start_dt = $4 where visit_id = $1 and place = $2',
      [id, place, list, scanStart ?? null],
    )
  if (book.report)
    await askAdmin(
      server,
      `insert into study (client_id, id, study_iuid, branch_id, status, signed_on, received_datetime, visit_service_id)
       select client_id, $2::uuid, $2::text, $3, $4, $5, start_dt, id from visit_service where visit_id = $1
       order by place limit 1`,
      [id, mintId(), book.branch ?? ANDHERI, book.report.status, book.report.signedOn],
    )
}

/** Writes a study that belongs to no service; returns its id. */
export async function putStudy(
  server: DemoServer,
  { branch = ANDHERI, at }: { branch?: string | null; at: Date },
): Promise<string> {
  const id = mintId()
  await askAdmin(
    server,
    `insert into study (client_id, id, study_iuid, branch_id, pat_id, pat_name, study_desc, received_datetime)
     values ($1, $2::uuid, $2::text, $3, 'X-1', 'Nobody Known', 'CT Brain', $4)`,
    [CLIENT, id, branch, at],
  )
  return id
}

/** Writes a patient; returns the id. */
export async function putPatient(
  server: DemoServer,
  { name, dob, mobile, created }: { name: string; dob: string | null; mobile: string; created: Date },
): Promise<string> {
  const id = mintId()
  const [fname = '', ...rest] = name.split(' ')
  await askAdmin(
    server,
    `insert into patient (client_id, id, pat_id, fname, lname, dob, mobile, created)
     values ($1, $2::uuid, $2::text, $3, $4, $5, $6, $7)`,
    [CLIENT, id, fname, rest.join(' '), dob, mobile, created],
  )
  return id
}

/** Writes a visit of this patient; returns the id. */
export async function putVisitOf(server: DemoServer, patientId: string, start: Date): Promise<string> {
  const id = await putLeakBook(server, { start, lines: [{ charges: 100_00 }] })
  await askAdmin(server, 'update visit set patient_id = $2 where id = $1', [id, patientId])
  return id
}
