import { DEPARTMENT_INFOS, MACHINES, SERVICES_OF } from '../centre/catalogue.ts'
import { machineIdOf, priceAt, serviceIdOf } from '../centre/insert-catalogue.ts'
import type { DemoCentre } from '../centres.ts'

/** Codes in the catalogue of the examinations named in studies. */
const CODE_OF_EXAM: Readonly<Record<string, string>> = {
  'MRI Knee': 'MR-KNEE',
  'MRI Brain': 'MR-BRN',
  'MRI Lumbosacral Spine': 'MR-LSPN',
  'X-Ray Cervical Spine AP and Lateral': 'XR-CSPN',
  'X-Ray Knee AP and Lateral': 'XR-KNEE',
  'X-Ray Chest PA View': 'XR-CHPA',
  'X-Ray Wrist AP and Lateral': 'XR-SHLD',
  'CECT Abdomen and Pelvis': 'CT-ABTR',
  'CT Brain Plain': 'CT-BRN',
  'CT KUB Plain': 'CT-KUB',
  'HRCT Chest': 'CT-HRCT',
  'USG Obstetric Growth Scan': 'US-GRDP',
  'USG Whole Abdomen': 'US-ABPL',
  'USG Thyroid and Neck': 'US-THYR',
  'Bilateral Digital Mammography': 'MG-BOTH',
  'DEXA Spine and Hip': 'BD-SPHP',
}

const LINES = new Map(
  Object.entries(SERVICES_OF).flatMap(([department, lines]) =>
    lines.map(([name, code, rupees]) => [code, { department, name, code, rupees }] as const),
  ),
)

/** A service as sold in a visit of the demo. */
export interface SoldService {
  serviceId: string
  name: string
  code: string
  /** Name of its department. */
  department: string
  charges: number
  /** Duration in minutes. */
  slot: number
}

/** Returns the service with that code at a branch; the second branch charges a little less for expensive services. */
export function soldByCode(centre: DemoCentre, code: string, branchId: string): SoldService {
  const line = LINES.get(code)
  if (!line) throw new Error(`the demo sells no service '${code}'`)
  const isCheaper = centre.branches[1]?.id === branchId && line.rupees >= 5000
  return {
    serviceId: serviceIdOf(centre, code),
    name: line.name,
    code,
    department: line.department,
    charges: priceAt(centre, isCheaper ? line.rupees * 0.9 : line.rupees),
    slot: DEPARTMENT_INFOS[line.department]?.[2] ?? 15,
  }
}

/** Returns the service for a study with this description. */
export function soldForExam(centre: DemoCentre, description: string, branchId: string): SoldService {
  return soldByCode(centre, CODE_OF_EXAM[description] ?? 'XR-CHPA', branchId)
}

/** Returns the first machine of a department at a branch, with the modality of its orders; undefined if it has none. */
export function machineOf(branchId: string, department: string, second = false) {
  const machines = MACHINES.filter(([, of]) => of === department)
  const [name, , modality] = (second ? machines[1] : undefined) ?? machines[0] ?? []
  return name === undefined ? undefined : { id: machineIdOf(branchId, name), modality: modality ?? '' }
}
