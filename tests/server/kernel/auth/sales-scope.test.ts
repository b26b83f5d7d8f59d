import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { demoId } from '#server/features/demo/random.ts'
import { invoiceVisits, type SalesReader, salesVisits } from '#server/kernel/auth/sales-scope.ts'
import { type DemoServer, openDemo } from '../../features/open-demo.ts'

const [ANDHERI = '', KOTHRUD = ''] = SANJEEVANI.branches.map(({ id }) => id)
const ME = demoId('user', 'reception.andheri')
const OTHER = demoId('user', 'reception.kothrud')

/** Visits by a name that states who made them, where, and how far they are paid. */
const VISITS = {
  minePaid: { branch_id: ANDHERI, created_by: ME, payment_status: 'Paid' },
  minePart: { branch_id: ANDHERI, created_by: ME, payment_status: 'Partial_Paid' },
  theirsPending: { branch_id: ANDHERI, created_by: OTHER, payment_status: 'Pending' },
  nobodys: { branch_id: ANDHERI, created_by: null, payment_status: 'Paid' },
  elsewhere: { branch_id: KOTHRUD, created_by: ME, payment_status: 'Paid' },
} as const

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
  await server.db.database.tenant(SANJEEVANI.id, async (tx) => {
    const patient = await tx.selectFrom('patient').select('id').limit(1).executeTakeFirstOrThrow()
    await tx
      .insertInto('visit')
      .values(
        Object.entries(VISITS).map(([visit_no, visit]) => ({
          ...visit,
          client_id: SANJEEVANI.id,
          id: uuidv7(),
          visit_no,
          patient_id: patient.id,
          start_dt: server.clock.now,
        })),
      )
      .execute()
  })
})
afterAll(() => server.close())

const desk: SalesReader = {
  clientId: SANJEEVANI.id,
  userId: ME,
  branchIds: [ANDHERI],
  isClientAdmin: false,
  salesReport: 'All',
  salesInvoice: 'All',
}

async function seen(build: typeof salesVisits, change: Partial<SalesReader> = {}): Promise<string[]> {
  const rows = await server.db.database.tenant(SANJEEVANI.id, (tx) =>
    build(tx, { ...desk, ...change })
      .select('v.visit_no')
      .where('v.visit_no', 'in', Object.keys(VISITS))
      .orderBy('v.visit_no')
      .execute(),
  )
  return rows.map((row) => row.visit_no)
}

test('sales are limited to the user’s own branches; an administrator sees the whole client', async () => {
  expect(await seen(salesVisits)).toEqual(['minePaid', 'minePart', 'nobodys', 'theirsPending'])
  expect(await seen(salesVisits, { isClientAdmin: true })).toHaveLength(5)
  expect(await seen(salesVisits, { branchIds: [] })).toEqual([])
})

test('Self_Created_Only shows only the visits that the reader created', async () => {
  expect(await seen(salesVisits, { salesReport: 'Self_Created_Only' })).toEqual(['minePaid', 'minePart'])
  expect(await seen(salesVisits, { salesReport: 'Self_Created_Only', isClientAdmin: true })).toEqual([
    'elsewhere',
    'minePaid',
    'minePart',
  ])
})

test('invoices are also filtered by payment: a part payment is pending', async () => {
  expect(await seen(invoiceVisits, { salesInvoice: 'Paid_Only' })).toEqual(['minePaid', 'nobodys'])
  expect(await seen(invoiceVisits, { salesInvoice: 'Pending_Only' })).toEqual(['minePart', 'theirsPending'])
  expect(
    await seen(invoiceVisits, { salesInvoice: 'Pending_Only', salesReport: 'Self_Created_Only' }),
  ).toEqual(['minePart'])
})
