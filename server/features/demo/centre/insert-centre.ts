import { sql } from 'kysely'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Database } from '#server/kernel/database/open-database.ts'
import type { DemoCentre } from '../centres.ts'
import { footerIdOf, headerIdOf } from '../papers/pictures.ts'
import { demoId } from '../random.ts'
import { insertCatalogue } from './insert-catalogue.ts'
import { insertTexts } from './insert-texts.ts'
import { DEMO_ROLES, ROLES_OF_CENTRE } from './roles.ts'
import { documentTagsOf, shortcutsOf } from './snippets.ts'
import { DEMO_TAGS, tagIdOf } from './tags.ts'

export const pacsIdOf = (centre: DemoCentre) => demoId('pacs', centre.key)

/** Inserts the client of a centre: settings, roles, branches, image server, tags and templates. */
export async function insertCentre(
  database: Database,
  centre: DemoCentre,
  hasPictures: boolean,
): Promise<void> {
  const isPlatform = centre.id === PLATFORM_CLIENT_ID
  // The platform exists since the first migration, with the role of its administrator.
  if (!isPlatform)
    await database.entry((tx) => sql`select entry.create_client(${centre.id}, ${centre.name})`.execute(tx))
  await database.tenant(centre.id, async (tx) => {
    await updateClient(tx, centre)
    if (isPlatform) {
      await tx.insertInto('document_tag').values(documentTagsOf(centre)).execute()
      return
    }
    await insertRoles(tx, centre)
    await insertBranches(tx, centre, hasPictures)
    await insertPacs(tx, centre)
    await insertTags(tx, centre)
    await tx.insertInto('shortcut').values(shortcutsOf(centre)).execute()
    await insertCatalogue(tx, centre)
    await insertTexts(tx, centre)
  })
}

async function updateClient(tx: Tx, centre: DemoCentre): Promise<void> {
  await tx
    .updateTable('client')
    .set({
      locale: centre.locale,
      currency: centre.currency,
      no_of_decimal: centre.noOfDecimal,
      country_id: centre.countryId,
      phone_code: centre.phoneCode,
      main_modules: [...centre.mainModules],
      // Lets people try the demo without a captcha; a real client requires it from the first try.
      captcha_rule: 'after_failure',
      // The demo's passwords are public; a real client requires a passkey from its administrators.
      passkey_rule: 'Offered',
    })
    .where('id', '=', centre.id)
    .execute()
}

async function insertRoles(tx: Tx, centre: DemoCentre): Promise<void> {
  const rows = ROLES_OF_CENTRE.map(({ role, name, modules }) => ({
    client_id: centre.id,
    id: DEMO_ROLES[role],
    name,
    modules: [...modules],
  }))
  await tx.insertInto('role').values(rows).execute()
}

async function insertBranches(tx: Tx, centre: DemoCentre, hasPictures: boolean): Promise<void> {
  const rows = centre.branches.map((branch) => ({
    client_id: centre.id,
    id: branch.id,
    name: branch.fullName,
    time_zone: branch.timeZone,
    patient_language: branch.patientLanguage ?? null,
    aet_sources: [branch.aet],
    pacs_id: pacsIdOf(centre),
    tat_minutes: branch.tatMinutes,
    admin_mob: branch.mobile,
    open_time: '08:00',
    close_time: '20:00',
    header_file_id: hasPictures ? headerIdOf(branch.id) : null,
    footer_file_id: hasPictures ? footerIdOf(branch.id) : null,
    disclaimer:
      'This report is an opinion on the images and is to be read together with the clinical findings.',
  }))
  await tx.insertInto('branch').values(rows).execute()
}

// Inactive: the demo has no image server, and no poller should contact one.
async function insertPacs(tx: Tx, centre: DemoCentre): Promise<void> {
  const row = {
    client_id: centre.id,
    id: pacsIdOf(centre),
    name: `${centre.branches[0]?.name} image server`,
    type: 'Premium',
    db_host: '127.0.0.1',
    db_port: 8042,
    active: false,
  }
  await tx.insertInto('pacs').values(row).execute()
}

async function insertTags(tx: Tx, centre: DemoCentre): Promise<void> {
  const rows = DEMO_TAGS.map((tag) => ({ client_id: centre.id, id: tagIdOf(centre.id, tag.name), ...tag }))
  await tx.insertInto('study_tag').values(rows).execute()
}
