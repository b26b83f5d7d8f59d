import { sql } from 'kysely'
import type { LabServer } from '../sim/server.ts'

/** A number that people read, and its record. */
export interface Numbered {
  /** The series: a number of one series is given once. */
  series: string
  no: string
  id: string
}

/** The server's stored data of the desks after a schedule. */
export interface DeskView {
  /** Amounts of receipts and refunds, by id. */
  money: ReadonlyMap<string, number>
  patients: ReadonlySet<string>
  numbers: readonly Numbered[]
}

export async function viewDesks({ database }: LabServer, clientId: string): Promise<DeskView> {
  return database.tenant(clientId, async (tx) => {
    const money = await sql<{ id: string; amount: string }>`
      select id, amount from receipt where client_id = ${clientId}
      union all select id, amount from refund where client_id = ${clientId}`.execute(tx)
    const numbers = await sql<Numbered>`
      select 'receipt ' || branch_id as series, receipt_no as no, id from receipt where client_id = ${clientId}
      union all select 'refund ' || branch_id, refund_no, id from refund where client_id = ${clientId}
      union all select 'visit', visit_no, id from visit where client_id = ${clientId}
      union all select 'patient', pat_id, id from patient where client_id = ${clientId}
      union all select 'examination', accession_no, id from visit_service
        where client_id = ${clientId} and accession_no <> ''`.execute(tx)
    return {
      money: new Map(money.rows.map(({ id, amount }) => [id, Number(amount)])),
      patients: new Set(numbers.rows.flatMap(({ series, id }) => (series === 'patient' ? [id] : []))),
      numbers: numbers.rows,
    }
  })
}
