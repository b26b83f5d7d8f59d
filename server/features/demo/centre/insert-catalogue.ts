import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { spreadTotal } from '#domain/masters/package-total.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import {
  DEPARTMENT_INFOS,
  DISCOUNT_HEADS,
  INSURANCE_SCHEMES,
  LAB_TESTS_OF,
  MACHINES,
  PACKAGES,
  REFERRAL_SCHEMES,
  SERVICES_OF,
} from './catalogue.ts'

/** Converts rupees to the centre's currency; one dinar is taken as two hundred rupees. */
export const priceAt = ({ currency, noOfDecimal }: DemoCentre, rupees: number) =>
  fromMinor(toMinor(currency === 'INR' ? rupees : rupees / 200, noOfDecimal), noOfDecimal)

export const serviceIdOf = (centre: DemoCentre, code: string) => demoId('service', `${centre.key} ${code}`)
export const machineIdOf = (branchId: string, name: string) => demoId('machine', `${branchId} ${name}`)

/** Inserts a centre's catalogue: departments with their machines, services, packages, discounts and schemes. */
export async function insertCatalogue(tx: Tx, centre: DemoCentre): Promise<void> {
  const departments = new Map((await selectDepartments(tx)).map(({ name, id }) => [name, id]))
  const departmentId = (name: string) => {
    const id = departments.get(name)
    if (id === undefined) throw new Error(`the demo knows no department '${name}'`)
    return id
  }
  const infos = Object.entries(DEPARTMENT_INFOS).map(([name, [rupees, tat, slot]]) => ({
    client_id: centre.id,
    id: departmentId(name),
    charges: priceAt(centre, rupees),
    tat,
    slot_duration: slot,
    default_refdr_charges: 10,
  }))
  await tx.insertInto('department_client').values(infos).execute()
  await tx.insertInto('machine').values(machinesOf(centre, departmentId)).execute()
  await tx.insertInto('service').values(servicesOf(centre, departmentId)).execute()
  await insertPackages(tx, centre)
  await insertHeads(tx, centre)
}

const selectDepartments = (tx: Tx) =>
  tx
    .selectFrom('department')
    .select(['id', 'name'])
    .where('client_id', '=', PLATFORM_CLIENT_ID)
    .where('hidden', 'is', null)
    .execute()

const machinesOf = (centre: DemoCentre, departmentId: (name: string) => string) =>
  centre.branches.flatMap((branch) =>
    MACHINES.map(([name, department, modality, ending], place) => ({
      client_id: centre.id,
      id: machineIdOf(branch.id, name),
      branch_id: branch.id,
      department_id: departmentId(department),
      name,
      modality,
      aet: `${branch.aet.slice(0, 12)}_${ending}`,
      disp_odr: place + 1,
    })),
  )

function servicesOf(centre: DemoCentre, departmentId: (name: string) => string) {
  const [, second] = centre.branches
  return Object.entries(SERVICES_OF).flatMap(([department, lines]) =>
    lines.map(([name, code, rupees, tat]) => ({
      client_id: centre.id,
      id: serviceIdOf(centre, code),
      department_id: departmentId(department),
      name,
      code,
      charges: priceAt(centre, rupees),
      tat,
      // Half a point per thousand rupees, at least half a point.
      points: Math.max(0.5, Math.round(rupees / 1000) / 2),
      default_refdr_charges: 10,
      is_obstetric: name.startsWith('USG Obstetric'),
      lab_services: JSON.stringify(
        (LAB_TESTS_OF[code] ?? []).map(([test, mark]) => ({
          id: demoId('lab test', `${centre.key} ${code} ${mark}`),
          name: test,
          code: mark,
        })),
      ),
      // The second branch of a centre charges a little less for expensive services.
      branches: JSON.stringify(
        second && rupees >= 5000 ? { [second.id]: priceAt(centre, rupees * 0.9) } : {},
      ),
    })),
  )
}

async function insertPackages(tx: Tx, centre: DemoCentre): Promise<void> {
  const rupeesOf = new Map(
    Object.values(SERVICES_OF).flatMap((lines) => lines.map(([, code, rupees]) => [code, rupees])),
  )
  for (const { name, isRadiology, codes, share } of PACKAGES) {
    const id = demoId('package', `${centre.key} ${name}`)
    const charges = codes.map((code) => toMinor(priceAt(centre, rupeesOf.get(code) ?? 0), centre.noOfDecimal))
    const total = Math.round(charges.reduce((left, right) => left + right, 0) * share)
    await tx
      .insertInto('package')
      .values({ client_id: centre.id, id, name, is_radiology: isRadiology })
      .execute()
    const rows = spreadTotal(charges, total).map((minor, place) => ({
      client_id: centre.id,
      package_id: id,
      service_id: serviceIdOf(centre, codes[place] as string),
      place,
      charges: fromMinor(minor, centre.noOfDecimal),
    }))
    await tx.insertInto('package_service').values(rows).execute()
  }
}

async function insertHeads(tx: Tx, centre: DemoCentre): Promise<void> {
  const own = (kind: string, name: string) => ({
    client_id: centre.id,
    id: demoId(kind, `${centre.key} ${name}`),
    name,
  })
  await tx
    .insertInto('discount_head')
    .values(DISCOUNT_HEADS.map(([name, percent]) => ({ ...own('discount head', name), percent })))
    .execute()
  await tx
    .insertInto('payment_type_scheme')
    .values(INSURANCE_SCHEMES[centre.key].map((name) => own('insurance', name)))
    .execute()
  await tx
    .insertInto('ref_dr_scheme')
    .values(
      REFERRAL_SCHEMES.map(([name, patient_share]) => ({ ...own('referral scheme', name), patient_share })),
    )
    .execute()
}
