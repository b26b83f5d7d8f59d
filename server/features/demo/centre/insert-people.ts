import { sql } from 'kysely'
import { hashPassword } from '#server/features/auth/public/password.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import type { DemoCentre } from '../centres.ts'
import { signatureIdOf } from '../papers/pictures.ts'
import { DEMO_PASSWORD, DEMO_PATIENT_LINK, DEMO_PEOPLE, type DemoPerson } from './people.ts'
import { readerRatesOf } from './reader-rates.ts'
import { DEMO_ROLES } from './roles.ts'

const LINK_DAYS = 90

/** Inserts the people of a centre with their user names. */
export async function insertPeople(
  database: Database,
  centre: DemoCentre,
  now: Date,
  hasPictures: boolean,
): Promise<void> {
  const people = DEMO_PEOPLE.filter((person) => person.centre.id === centre.id)
  const rows = await Promise.all(people.map((person) => toUser(person, hasPictures)))
  const rates = readerRatesOf(centre, now)
  await database.tenant(centre.id, async (tx) => {
    await tx.insertInto('app_user').values(rows).execute()
    if (rates.length > 0) await tx.insertInto('reader_rate').values(rates).execute()
  })
  await database.entry(async (tx) => {
    for (const { id, username } of people) {
      await sql`select entry.set_login_names(${centre.id}, ${id}, ${username}, ${mailOf(username, centre)})`.execute(
        tx,
      )
    }
    for (const { id, username } of people.filter(
      (person) => person.username === DEMO_PATIENT_LINK.username,
    )) {
      const expires = new Date(now.getTime() + LINK_DAYS * 86_400_000)
      const secret = secretHash(DEMO_PATIENT_LINK.secret)
      await sql`select entry.put_patient_link(${secret}, ${username}, ${centre.id}, ${id}, ${expires})`.execute(
        tx,
      )
    }
  })
}

const mailOf = (username: string, centre: DemoCentre) => `${username}@${centre.mailDomain}`

/** Splits `Dr. Anjali Mehta` into first and last name; the title belongs to the first. */
function namesOf(name: string) {
  const words = name.split(' ')
  const lname = words.pop() ?? ''
  return { name, fname: words.join(' '), lname }
}

/** Returns a number of ten digits that is the same at every load. */
const mobileOf = ({ id }: DemoPerson) =>
  `98${(Number.parseInt(id.slice(-8), 16) % 100_000_000).toString().padStart(8, '0')}`

async function toUser(person: DemoPerson, hasPictures: boolean) {
  const { centre, branches } = person
  const own = centre.branches.filter((branch) => branches?.includes(branch.name) ?? true)
  return {
    client_id: centre.id,
    id: person.id,
    username: person.username,
    email: mailOf(person.username, centre),
    password_hash: await hashPassword(DEMO_PASSWORD),
    ...namesOf(person.name),
    mobile: mobileOf(person),
    user_type: person.userType,
    role_id: DEMO_ROLES[person.role],
    branch_ids: own.map((branch) => branch.id),
    is_client_admin: person.role === 'administrator',
    can_create_branch: person.role === 'administrator',
    is_doctor: person.isDoctor,
    is_clinic_doctor: person.isClinicDoctor,
    can_sign: person.canSign,
    is_ref_doctor: person.refDoctorType !== '',
    ref_doctor_type: person.refDoctorType,
    title: person.title,
    education: person.title,
    licence_no: person.licenceNo,
    signature_file_id: hasPictures && person.canSign ? signatureIdOf(person.id) : null,
  }
}
