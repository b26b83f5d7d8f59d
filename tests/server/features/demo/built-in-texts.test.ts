import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language/languages.ts'
import { MESSAGE_CHANNELS } from '#domain/message/channels.ts'
import { EVENT_RULES, type NoticeRecord } from '#domain/message/notice-events.ts'
import {
  DEFAULT_NOTIFICATIONS,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
} from '#domain/message/notification.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { AL_NOOR, CENTRES, SANJEEVANI } from '#server/features/demo/centres.ts'
import { publicUrlOf } from '#server/features/demo/demo-url.ts'
import { readFacts } from '#server/features/notice-sending/facts.ts'
import { textOf } from '#server/features/notice-sending/notice-text.ts'
import type { Tx } from '#server/kernel/context.ts'
import { DEMO_NOW } from '#tests/helpers/database/template-database.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await openTestDatabase({ hasDemo: true })
  for (const centre of CENTRES) await db.database.tenant(centre.id, (tx) => putFollowUp(tx, centre.id))
})
afterAll(() => db.close())

const LOCAL = { publicUrl: undefined, port: 8080, tls: undefined, isLocalHttps: false }
const OFF = {
  dlt_entity_id: '',
  dlt_header: '',
  dlt_template_id: '',
  dlt_text: '',
  wa_template: '',
  wa_language: '',
  wa_variables: [],
}

/** Finds records of the demo that an event can be about. */
const RECORDS: Readonly<Record<NoticeRecord, string>> = {
  request: 'select id from booking_request where client_id = $1 and hidden is null',
  visit: 'select id from visit where client_id = $1',
  study: `select id from study where client_id = $1 and verified_on is not null and patient_id is not null
    and hidden is null`,
  follow_up: 'select id from follow_up where client_id = $1',
}

/** Adds a follow-up for a study of a known patient, because the demo has none. */
async function putFollowUp(tx: Tx, clientId: string): Promise<void> {
  await sql`insert into follow_up
      (client_id, id, study_id, modality, modalities, what, after, due_on, due_to, counts_from, set_by_id, set_on)
    select client_id, gen_random_uuid(), id, 'CT', '{CT}', 'CT', '3 months', '2027-02-01', '2027-02-01', '2027-01-01',
      gen_random_uuid(), ${DEMO_NOW}
    from study where client_id = ${clientId} and patient_id is not null and hidden is null order by ref_physician = '', id limit 1`.execute(
    tx,
  )
}

async function recordsOf(tx: Tx, clientId: string, event: NotificationEvent): Promise<string[]> {
  const text = `${RECORDS[EVENT_RULES[event].record].replace('$1', `'${clientId}'`)} order by id limit 40`
  const { rows } = await sql<{ id: string }>`${sql.raw(text)}`.execute(tx)
  return rows.map(({ id }) => id)
}

// A referrer is written to in English.
const WRITTEN = NOTIFICATION_EVENTS.flatMap((event) =>
  (event === 'Follow_Up_Referrer' ? (['en'] as const) : LANGUAGES).map(
    (language) => [event, language] as const,
  ),
)

for (const centre of CENTRES)
  test.each(WRITTEN)(
    `${centre.key}: the built-in text of %s in %s has a value for every name`,
    async (event, language) => {
      await db.database.tenant(centre.id, async (tx) => {
        const ids = await recordsOf(tx, centre.id, event)
        // Only the centre that bought the portal has requests of the portal.
        if (event !== 'Apointment_Request' || centre === SANJEEVANI) expect(ids.length).toBeGreaterThan(0)
        const PAT_LOGIN_URL = publicUrlOf(LOCAL, centre.id) ?? ''
        const template = {
          event,
          language,
          rev: 0,
          ...(event === 'Follow_Up_Referrer'
            ? DEFAULT_NOTIFICATIONS[event]
            : textsIn(language).notifications[event]),
          is_email_active: 1,
          is_sms_active: 1,
          is_whatsapp_active: 1,
          ...OFF,
        } as const
        for (const record_id of ids)
          for (const channel of MESSAGE_CHANNELS) {
            const notice = { client_id: centre.id, record_id, event, version: '1', channel }
            const facts = await readFacts(tx, notice, DEMO_NOW)
            const values = facts && 'valuesIn' in facts ? facts.valuesIn(language) : {}
            const written = textOf(template, channel, { ...values, PAT_LOGIN_URL })
            expect(written, `${channel} ${record_id} ${JSON.stringify(written)}`).toHaveProperty('text')
          }
      })
    },
  )

test('the demo’s centres open on this machine, and no other address is guessed', () => {
  expect(publicUrlOf(LOCAL, AL_NOOR.id)).toBe('http://localhost:8080')
  expect(publicUrlOf({ ...LOCAL, isLocalHttps: true }, AL_NOOR.id)).toBe('https://localhost:8080')
  expect(publicUrlOf({ ...LOCAL, publicUrl: 'https://ris.example' }, AL_NOOR.id)).toBe('https://ris.example')
  expect(publicUrlOf(LOCAL, crypto.randomUUID())).toBeUndefined()
})
