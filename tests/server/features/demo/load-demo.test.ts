import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MEDIA_TYPES, sniff } from '#domain/file/sniff.ts'
import { LEAK_LINES } from '#domain/leakage/lines.ts'
import { parseMarkup } from '#domain/report/markup.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { tatAt } from '#domain/time/tat.ts'
import { dayAt } from '#domain/time/zones.ts'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { AL_NOOR, CENTRES, SANJEEVANI } from '#server/features/demo/centres.ts'
import { demoSignIns, loadDemo } from '#server/features/demo/load-demo.ts'
import type { DemoPicture } from '#server/features/demo/papers/pictures.ts'
import { readBoard } from '#server/features/leakage/board.ts'
import { signedHash } from '#server/features/reports/public/text.ts'
import { openFigures } from '#server/features/sales/public/figures.ts'
import type { Caller } from '#server/kernel/context.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const MONTH_AGO = new Date(NOW.getTime() - 31 * 86_400_000)
let db: TestDatabase
const pictures: DemoPicture[] = []

beforeAll(async () => {
  db = await openTestDatabase()
  await loadDemo(db.database, NOW, async (picture) => {
    pictures.push(picture)
  })
})
afterAll(() => db.close())

const studiesOf = (clientId: string, from = db) =>
  from.database.tenant(clientId, (tx) => tx.selectFrom('study').selectAll().orderBy('id').execute())
const reportsOf = (clientId: string) =>
  db.database.tenant(clientId, (tx) => tx.selectFrom('report').selectAll().execute())

test('two centres with their own currencies, three branches, twelve doctors', async () => {
  expect(CENTRES.map((centre) => centre.currency)).toEqual(['INR', 'KWD'])
  expect(CENTRES.flatMap((centre) => centre.branches)).toHaveLength(3)
  expect(DEMO_PEOPLE.filter((person) => person.isDoctor)).toHaveLength(12)
})

test('hundreds of studies in all statuses over the last month, some late, some tagged, with returning patients', async () => {
  for (const centre of CENTRES) {
    const studies = await studiesOf(centre.id)
    expect(studies).toHaveLength(centre.studies)
    expect(new Set(studies.map((study) => study.status))).toEqual(new Set(REPORT_STATUSES))
    expect(studies.every(({ received_datetime: at }) => at > MONTH_AGO && at <= NOW)).toBe(true)
    const late = studies.filter((study) => {
      const tat = {
        receivedAt: study.received_datetime,
        signedAt: study.signed_on,
        allowedMinutes: study.tat,
      }
      return tatAt(tat, NOW).isOver
    })
    expect(late.length).toBeGreaterThan(5)
    expect(late.length).toBeLessThan(studies.length / 2)
    expect(studies.filter((study) => study.tag_id).length).toBeGreaterThan(10)
    expect(new Set(studies.map((study) => study.pat_id)).size).toBeLessThan(studies.length)
  }
})

test('no step of a study is before the one that it follows, or after now', async () => {
  for (const centre of CENTRES) {
    for (const study of await studiesOf(centre.id)) {
      const steps = [study.received_datetime, study.assigned_on, study.signed_on, study.verified_on, NOW]
      const times = steps.filter((step) => step !== null).map((step) => step.getTime())
      expect(times, study.id).toEqual(times.toSorted((a, b) => a - b))
    }
  }
})

test('every text is valid markup, and every signature matches its own text', async () => {
  const templates = await db.database.tenant(SANJEEVANI.id, (tx) =>
    tx.selectFrom('template').selectAll().execute(),
  )
  const reports = [...(await reportsOf(SANJEEVANI.id)), ...(await reportsOf(AL_NOOR.id))]
  for (const { report_data, conclusion, recommendation } of [...reports, ...templates]) {
    for (const part of [report_data, conclusion, recommendation])
      expect(parseMarkup(part).ok, part).toBe(true)
  }
  const signed = reports.filter((report) => report.signed_on)
  expect(signed.length).toBeGreaterThan(100)
  expect(signed.every((report) => report.signed_hash === signedHash(report))).toBe(true)
})

test('a second load is the same except for its times', async () => {
  const other = await openTestDatabase()
  try {
    const later = new Date(NOW.getTime() + 86_400_000)
    await loadDemo(other.database, later)
    const still = (rows: Awaited<ReturnType<typeof studiesOf>>) =>
      rows.map(({ id, pat_name, study_desc, accession_no, status }) => ({
        id,
        pat_name,
        study_desc,
        accession_no,
        status,
      }))
    expect(still(await studiesOf(SANJEEVANI.id, other))).toEqual(still(await studiesOf(SANJEEVANI.id)))
  } finally {
    await other.close()
  }
  // Loading and reading a year of data is slow on a busy machine.
}, 60_000)

test('each branch has a header, a footer, a booklet front and back, and each doctor who signs a signature', () => {
  expect(pictures.filter((picture) => picture.purpose === 'letterhead')).toHaveLength(12)
  expect(pictures.filter((picture) => picture.purpose === 'signature')).toHaveLength(11)
  const signatures = new Set(
    pictures.filter(({ purpose }) => purpose === 'signature').map(({ bytes }) => bytes.toString('base64')),
  )
  expect(signatures.size).toBe(11)
  for (const { mime, bytes } of pictures) {
    const kind = sniff(bytes)
    expect(kind && MEDIA_TYPES[kind]).toBe(mime)
    expect(bytes.length).toBeGreaterThan(mime === 'application/pdf' ? 500 : 2_000)
  }
})

test('the listed people are enough to try the demo', () => {
  expect(demoSignIns.map((signIn) => signIn.what)).toEqual(
    expect.arrayContaining(['reception', 'patient, born 02 March 1984', 'technician']),
  )
  expect(new Set(demoSignIns.map((signIn) => signIn.username)).size).toBe(demoSignIns.length)
})

/** Runs analyze, as the start does after it loads the demo. */
async function analyze({ adminUrl }: TestDatabase): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('analyze')
  await admin.end()
}

/** Expects a few entries, and not many, in each line of the leakage board over the demo's year. */
async function leaksOf({ database }: TestDatabase, clientId: string) {
  const caller = { clientId, isClientAdmin: true, branchIds: [], salesReport: 'All', salesInvoice: 'All' }
  const context = { ...caller, permissions: new Set(['view_archives']), mainModules: new Set() }
  const range = {
    from_date: dayAt(new Date(NOW.getTime() - 366 * 86_400_000), 'UTC'),
    to_date: dayAt(NOW, 'UTC'),
  }
  return database.tenant(clientId, async (tx) => {
    const figures = await openFigures({ tx, caller: context as unknown as Caller, now: NOW }, range)
    return (await readBoard(figures)).map(({ line, open }) => [line, open >= 2 && open < 600])
  })
}

test('the year before the month adds consistent visits, money and studies, and leaves the month unchanged', async () => {
  const other = await openTestDatabase()
  try {
    await loadDemo(other.database, NOW, undefined, { withHistory: true })
    await analyze(other)
    for (const centre of CENTRES) {
      const tenant = centre.id
      const month = await studiesOf(tenant)
      const all = await studiesOf(tenant, other)
      expect(all.length).toBeGreaterThan(month.length * 4)
      const kept = new Set(all.map(({ id }) => id))
      expect(month.every(({ id }) => kept.has(id))).toBe(true)
      const older = all.filter(({ received_datetime: at }) => at < MONTH_AGO)
      expect(older).toHaveLength(all.length - month.length)
      expect(
        new Set(older.map(({ received_datetime: at }) => at.toISOString().slice(0, 7))).size,
      ).toBeGreaterThan(10)
      expect(older.every(({ patient_id, visit_service_id }) => patient_id && visit_service_id)).toBe(true)
      const { rows: wrong } = await other.database.tenant(tenant, (tx) =>
        sql<{ visit_no: string }>`
          select v.visit_no from visit v where v.client_id = ${tenant} and (
            v.received <> coalesce((select sum(amount) from receipt r
              where r.client_id = v.client_id and r.visit_id = v.id and r.status = 'Received'), 0)
            or v.refunded <> coalesce((select sum(amount) from refund r
              where r.client_id = v.client_id and r.visit_id = v.id and r.status = 'Refunded'), 0)
            or v.net_charges <> v.charges - v.discount
            or v.net_charges <> coalesce((select sum(net_charges) from visit_service s
              where s.client_id = v.client_id and s.visit_id = v.id and s.status <> 12), 0))`.execute(tx),
      )
      expect(wrong).toEqual([])
      const { rows: series } = await other.database.tenant(tenant, (tx) =>
        sql<{ gaps: number }>`
          select (n.next - 1 - count(m.no))::int as gaps from number_series n
          left join (select client_id, branch_id, 'receipt' as kind, '' as year, receipt_no as no from receipt
            union all select client_id, branch_id, 'refund', '', refund_no from refund
            union all select client_id, branch_id, 'invoice', substr(split_part(invoice_no, '-', 1), 4), invoice_no
              from visit where invoice_no <> '') m
            on m.client_id = n.client_id and m.branch_id = n.branch_id and m.kind = n.kind
            and m.year = n.year
          where n.client_id = ${tenant} and n.kind in ('receipt', 'refund', 'invoice')
          group by n.branch_id, n.kind, n.year, n.next`.execute(tx),
      )
      expect(series.every(({ gaps }) => gaps === 0)).toBe(true)
      await expectSettlements(other, tenant)
      expect(await leaksOf(other, tenant)).toEqual(LEAK_LINES.map((line) => [line, true]))
    }
  } finally {
    await other.close()
  }
})

/**
 * Expects that scheme invoices are settled monthly by transfer and commission, and that those of the last
 * months are open.
 */
async function expectSettlements(from: TestDatabase, tenant: string): Promise<void> {
  const ask = <Row>(statement: ReturnType<typeof sql<Row>>) =>
    from.database.tenant(tenant, async (tx) => (await statement.execute(tx)).rows)
  const modes = await ask(
    sql<{ mode: string; n: number }>`
      select s.mode, count(r.id)::int as n from scheme_settlement s
      join receipt r on r.client_id = s.client_id and r.settlement_id = s.id and r.mode = s.mode
      group by 1 order by 1`,
  )
  expect(modes.map(({ mode }) => mode)).toEqual(['Commission', 'Transfer'])
  expect(modes.every(({ n }) => n > 2)).toBe(true)
  const [scheme] = await ask(
    sql<{ paid: number; pending: number; wrong: number; late: number }>`
      select count(*) filter (where v.payment_status = 'Paid')::int as paid,
        count(*) filter (where v.settled = 0 and v.payment_status <> 'Paid')::int as pending,
        count(*) filter (where v.settled <> coalesce(x.sum, 0) or v.received > v.net_charges
          or (v.payment_status = 'Paid') <> (v.received = v.net_charges))::int as wrong,
        count(*) filter (where x.last > ${MONTH_AGO})::int as late
      from visit v
      left join lateral (select sum(r.amount) as sum, max(r.created) as last from receipt r
        where r.client_id = v.client_id and r.visit_id = v.id and r.settlement_id is not null) x on true
      where v.client_id = ${tenant} and v.ref_dr_scheme_id is not null and v.patient_share < 100`,
  )
  expect(scheme).toMatchObject({ wrong: 0, late: 0 })
  expect(scheme?.paid).toBeGreaterThan(5)
  expect(scheme?.pending).toBeGreaterThan(2)
  // The amount that was set off equals the amount of commissions used.
  const [used] = await ask(
    sql<{ same: boolean }>`
      select (select sum(used_amount) from referral_commission where client_id = ${tenant})
        = (select sum(amount) from receipt where client_id = ${tenant} and mode = 'Commission') as same`,
  )
  expect(used).toEqual({ same: true })
}

test('most reports were delivered after they were verified', async () => {
  for (const { id } of CENTRES) {
    const [counts] = await db.database.tenant(id, async (tx) => {
      const { rows } = await sql<{ verified: number; sent: number; early: number }>`
        select count(*)::int as verified, count(k.id)::int as sent,
          count(*) filter (where k.created < s.verified_on or k.created > ${NOW})::int as early
        from study s left join share_link k on k.client_id = s.client_id and k.study_id = s.id and k.with_report
        where s.client_id = ${id} and s.status = 'Verified' and s.branch_id is not null`.execute(tx)
      return rows
    })
    const { verified = 0, sent = 0 } = counts ?? {}
    expect(counts).toMatchObject({ early: 0 })
    expect(sent / verified).toBeGreaterThan(0.6)
    expect(sent / verified).toBeLessThan(0.95)
  }
})
