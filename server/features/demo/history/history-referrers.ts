import type { Tx } from '#server/kernel/context.ts'
import { DEMO_PEOPLE } from '../centre/people.ts'
import { DEMO_ROLES } from '../centre/roles.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'

/** Referrers by their names in the studies: ids of doctors and of hospitals. */
export interface Referrers {
  doctors: ReadonlyMap<string, string>
  hospitals: ReadonlyMap<string, string>
}

/** Referrers of the history with a record but no sign-in; studies name them (patients.ts). */
const WITHOUT_SIGN_IN: Readonly<
  Record<DemoCentre['key'], readonly (readonly [string, 'Doctor' | 'Hospital'])[]>
> = {
  sanjeevani: [
    ['Dr. Kavita Rane', 'Doctor'],
    ['Dr. S. Raghunathan', 'Doctor'],
    ['Dr. Leena Dcruz', 'Doctor'],
    ['Deenanath Orthopaedics', 'Hospital'],
  ],
  alnoor: [
    ['Dr. Jassim Al-Saleh', 'Doctor'],
    ['Dr. Nadia Fawzi', 'Doctor'],
    ['Mubarak Emergency', 'Hospital'],
  ],
  platform: [],
}

/** Inserts the referrers of a centre's history and returns all of its referrers by name. */
export async function insertReferrers(tx: Tx, centre: DemoCentre): Promise<Referrers> {
  const added = WITHOUT_SIGN_IN[centre.key].map(([name, type]) => ({
    id: demoId('referrer', `${centre.key} ${name}`),
    name,
    refDoctorType: type,
  }))
  const rows = added.map(({ id, name, refDoctorType }) => {
    const words = name.split(' ')
    const lname = words.pop() ?? ''
    return {
      client_id: centre.id,
      id,
      username: `referrer.${id.slice(0, 8)}`,
      email: '',
      // An empty hash, which no password matches.
      password_hash: '',
      name,
      fname: words.join(' '),
      lname,
      user_type: 'CLIENT',
      role_id: DEMO_ROLES.referrer,
      is_ref_doctor: true,
      ref_doctor_type: refDoctorType,
      ref_dr_is_commission: true,
    }
  })
  if (rows.length > 0) await tx.insertInto('app_user').values(rows).execute()
  const all = [...DEMO_PEOPLE.filter(({ centre: { id } }) => id === centre.id), ...added]
  const named = (type: 'Doctor' | 'Hospital') =>
    new Map(all.filter((one) => one.refDoctorType === type).map(({ name, id }) => [name, id]))
  return { doctors: named('Doctor'), hospitals: named('Hospital') }
}
