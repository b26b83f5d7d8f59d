import { expect } from '@playwright/test'
import { v7 as mintId } from 'uuid'
import { machineIdOf, serviceIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { demoId } from '#server/features/demo/random.ts'
import type { PlannedVisit } from './forty-visits.ts'
import { askDatabase } from './server/ask-database.ts'
import type { RunningServer } from './server/running-server.ts'

const PHP = '/phpapi/index.php/'
/** The server accepts this many commands at once. */
const BATCH = 50
const SLOT_MS = 120_000

/** The machine of a service, by the beginning of its code. */
const MACHINES: Readonly<Record<string, string>> = {
  XR: 'X-Ray Room 1',
  US: 'Ultrasound 1',
  MG: 'Mammography',
}

/** A person who calls the server without a browser. */
export interface Caller {
  post: (path: string, body: object) => Promise<{ status: number; body: Record<string, never> }>
}

export function callerOf(server: RunningServer, token: string): Caller {
  return {
    post: async (path, body) => {
      const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json', 'x-time-zone': 'Asia/Kolkata' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: await answer.json() }
    },
  }
}

/** A visit of the plan with its id and patient. */
export interface Booked {
  plan: PlannedVisit
  id: string
  patient: string
  /** In the order of the plan. */
  receiptIds: string[]
}

async function call(caller: Caller, path: string, body: object): Promise<void> {
  const answer = await caller.post(PHP + path, body)
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200)
}

/** Books the day with the calls of desks: bookings, starts and receipts in batches, as devices deliver them. */
export async function bookDay(
  server: RunningServer,
  desk: Caller,
  office: Caller,
  { plan, branchId, now }: { plan: readonly PlannedVisit[]; branchId: string; now: Date },
): Promise<Booked[]> {
  const patients = await askDatabase<{ id: string; name: string }>(
    server,
    `select id, concat_ws(' ', fname, lname) as name from patient where client_id = $1 and hidden is null
     order by pat_id limit $2`,
    [SANJEEVANI.id, plan.length],
  )
  const departments = await departmentsOf(server)
  const booked = plan.map((one, at): Booked & { patientId: string } => ({
    plan: one,
    id: mintId(),
    patientId: patients[at]?.id ?? '',
    patient: patients[at]?.name ?? '',
    receiptIds: one.receipts.map(() => mintId()),
  }))
  const saves = booked.map((one, at) => command('appt/save', bookingOf(one, at)))
  const starts = booked.map(({ id }) => command('appt/startVisit', { appt_id: id }))
  const receipts = booked.flatMap(({ id, plan: { receipts }, receiptIds }) =>
    receipts.map(({ mode, minor }, at) =>
      command('appt/createReceipts', {
        appt_id: id,
        receipts: [{ id: receiptIds[at], mode, amount: minor / 100 }],
      }),
    ),
  )
  for (const commands of [saves, starts]) await deliver(desk, commands)
  // The second receipt waits for the cancellation of the first.
  await deliver(
    desk,
    receipts.filter((_, at) => !isSecond(booked, at)),
  )
  for (const { id, plan: one, receiptIds } of booked)
    for (const [at, { isCancelled }] of one.receipts.entries())
      if (isCancelled)
        await call(desk, 'appt/cancelReceipt', {
          id: receiptIds[at],
          appt_id: id,
          reason: 'Paid in cash instead.',
        })
  await deliver(
    desk,
    receipts.filter((_, at) => isSecond(booked, at)),
  )
  for (const { id, plan: one } of booked) {
    if (one.isCancelled) await call(desk, 'appt/cancelAppointment', { appt_id: id, reason: 'Did not wait.' })
    if (one.refunds) {
      const refunds = one.refunds.map(({ mode, minor }) => ({ id: mintId(), mode, amount: minor / 100 }))
      await call(desk, 'appt/createRefunds', { appt_id: id, reason: 'Did not wait.', refunds })
    }
  }
  const invoices = booked.flatMap(({ id, plan: { settled } }) =>
    settled === undefined ? [] : [{ appt_id: id, amount: settled / 100 }],
  )
  await call(office, 'report/settleSchemeInvoices', {
    id: mintId(),
    mode: 'Transfer',
    ref_no: 'NEFT-1',
    invoices,
  })
  return booked

  function bookingOf({ id, patientId, plan: one }: (typeof booked)[number], at: number) {
    const start_dt = new Date(now.getTime() + (at + 1) * SLOT_MS).toISOString()
    const end_dt = new Date(now.getTime() + (at + 2) * SLOT_MS).toISOString()
    const hospital = one.isScheme ? demoId('user', 'ref.lilavati') : null
    const byDepartment = Map.groupBy(one.lines, ({ code }) => departments.get(code) ?? '')
    return {
      id,
      is_radiology: 1,
      branch_id: branchId,
      patient_id: patientId,
      discount_head_id: null,
      ref_dr_scheme_id: one.isScheme ? demoId('referral scheme', `${SANJEEVANI.key} Half and half`) : null,
      ref_dr_scheme_type: one.isScheme ? 'Hospital' : '',
      start_dt,
      end_dt,
      tag_id: null,
      overbook_reason: 'Taken in between.',
      package_id: one.packageName ? demoId('package', `${SANJEEVANI.key} ${one.packageName}`) : null,
      departments: [...byDepartment].map(([department, lines]) => ({
        id: department,
        ref_hospital_id: hospital,
        ref_dr_id: null,
        other_ref_dr_ids: null,
        machines: [
          {
            id: mintId(),
            machine_id: machineOf(lines),
            start_dt,
            end_dt,
            services: lines.map(({ code, charges, discount }) => ({
              id: mintId(),
              service_id: serviceIdOf(SANJEEVANI, code),
              charges: charges / 100,
              discount: discount / 100,
            })),
          },
        ],
      })),
    }
  }

  function machineOf([first]: PlannedVisit['lines']) {
    return machineIdOf(branchId, MACHINES[first?.code.slice(0, 2) ?? ''] ?? '')
  }

  function command(name: string, input: object) {
    return { id: mintId(), call: name, version: 1, input, at: now.toISOString() }
  }
}

/** Returns whether the receipt at this index of all receipts follows a cancelled one of its visit. */
function isSecond(booked: readonly Booked[], place: number): boolean {
  const owners = booked.flatMap(({ plan: { receipts } }) =>
    receipts.map((_, at) => receipts.slice(0, at).some(({ isCancelled }) => isCancelled)),
  )
  return owners[place] ?? false
}

async function deliver(desk: Caller, commands: readonly object[]): Promise<void> {
  for (let at = 0; at < commands.length; at += BATCH) {
    const answer = await desk.post('/api/sync/commands', {
      device_id: mintId(),
      commands: commands.slice(at, at + BATCH),
    })
    const { answers = [] } = answer.body as { answers?: { status: number; body: unknown }[] }
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused, 'the server takes what the desk did').toEqual([])
  }
}

/** Returns the department of each service, by the service's code. */
async function departmentsOf(server: RunningServer): Promise<Map<string, string>> {
  const rows = await askDatabase<{ code: string; department_id: string }>(
    server,
    'select code, department_id from service where client_id = $1',
    [SANJEEVANI.id],
  )
  return new Map(rows.map(({ code, department_id }) => [code, department_id]))
}

/** Returns the services of a package with the package's price for each, in minor units. */
export async function packageLinesOf(server: RunningServer, name: string): Promise<PlannedVisit['lines']> {
  const rows = await askDatabase<{ code: string; minor: number }>(
    server,
    `select s.code, round(k.charges * 100)::int as minor from package_service k
     join service s on s.client_id = k.client_id and s.id = k.service_id
     where k.client_id = $1 and k.package_id = $2 order by k.place`,
    [SANJEEVANI.id, demoId('package', `${SANJEEVANI.key} ${name}`)],
  )
  return rows.map(({ code, minor }) => ({ code, charges: minor, discount: 0 }))
}
