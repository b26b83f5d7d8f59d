import { createHash } from 'node:crypto'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import { CONSENT_FORMS } from './consent-forms.ts'
import { machineIdOf } from './insert-catalogue.ts'
import { categoriesOf, templatesOf } from './templates.ts'

/** Machines on the screens of the demo's waiting rooms, with the names for patients. */
const SHOWN_MACHINES = [
  ['CT 1', 'CT scan'],
  ['MRI 1', 'MRI'],
  ['Ultrasound 1', 'Ultrasound, room A'],
  ['Ultrasound 2', 'Ultrasound, room B'],
] as const

/** Inserts templates with their categories, consent forms, and screens of the waiting rooms. */
export async function insertTexts(tx: Tx, centre: DemoCentre): Promise<void> {
  const departments = await selectDepartments(tx)
  const departmentId = (name: string) => {
    const id = departments.get(name)
    if (id === undefined) throw new Error(`the demo knows no department '${name}'`)
    return id
  }
  await tx.insertInto('template_category').values(categoriesOf(centre, departmentId)).execute()
  await tx.insertInto('template').values(templatesOf(centre)).execute()
  await insertConsentForms(tx, centre)
  if (centre.mainModules.includes('que_screen')) await insertQueScreens(tx, centre)
}

async function selectDepartments(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('department')
    .select(['id', 'name'])
    .where('client_id', '=', PLATFORM_CLIENT_ID)
    .where('hidden', 'is', null)
    .execute()
  return new Map(rows.map(({ name, id }) => [name, id]))
}

async function insertConsentForms(tx: Tx, centre: DemoCentre): Promise<void> {
  for (const { name, questions } of CONSENT_FORMS[centre.key]) {
    const id = demoId('consent form', `${centre.key} ${name[0]}`)
    await tx
      .insertInto('consent_form')
      .values({ client_id: centre.id, id, name: name[0], name_slang: name[1] })
      .execute()
    const rows = questions.map(({ ques, type, options = ['', ''] }, place) => ({
      client_id: centre.id,
      id: demoId('consent question', `${centre.key} ${name[0]} ${place}`),
      consent_form_id: id,
      place,
      ques: ques[0],
      ques_slang: ques[1],
      ans_type: type,
      ans_options: options[0],
      ans_options_slang: options[1],
    }))
    await tx.insertInto('consent_question').values(rows).execute()
  }
}

async function insertQueScreens(tx: Tx, centre: DemoCentre): Promise<void> {
  for (const branch of centre.branches) {
    const id = demoId('queue screen', branch.id)
    const name = `${branch.name} waiting room`
    // The demo's screen addresses are the same on every machine; those of real screens are random.
    const uid = createHash('sha256').update(`screen ${branch.id}`).digest('base64url').slice(0, 32)
    await tx
      .insertInto('que_screen')
      .values({ client_id: centre.id, id, name, branch_id: branch.id, uid })
      .execute()
    const rows = SHOWN_MACHINES.map(([machine, alias], place) => ({
      client_id: centre.id,
      screen_id: id,
      machine_id: machineIdOf(branch.id, machine),
      place,
      alias,
    }))
    await tx.insertInto('que_screen_machine').values(rows).execute()
  }
}
