import type { NoticeRow } from '#contract/calls/messages.ts'
import type { NotificationEvent } from '#domain/message/notification.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { publicUrlOf } from '#server/features/demo/demo-url.ts'
import { createSealedTexts } from '#server/features/messages/public/sealed-text.ts'
import { createDueNoticesJob } from '#server/features/notice-sending/notice-jobs.ts'
import { askAdmin } from '../look-inside.ts'
import type { ApiUser, DemoServer } from '../open-demo.ts'

/** What a test sets in a template; an omitted way is off, an omitted text is the event's name. */
export interface TemplateWish {
  email?: boolean
  sms?: boolean
  whatsapp?: boolean
  text?: string
  more?: Record<string, unknown>
}

/** Replaces the templates of the demo's centre. */
export async function setTemplates(
  server: DemoServer,
  wishes: Partial<Record<NotificationEvent, TemplateWish>>,
): Promise<void> {
  await askAdmin(server, 'delete from notification_template where client_id = $1', [SANJEEVANI.id])
  for (const [event, { email = false, sms = false, whatsapp = false, text, more = {} }] of Object.entries(
    wishes,
  )) {
    const columns: Record<string, unknown> = {
      client_id: SANJEEVANI.id,
      event,
      subject: `${event} of %NAME%`,
      body: text ?? `${event}: %SERVICE% on %VISIT_DATE%`,
      sms: text ?? `${event}: %SERVICE% on %VISIT_DATE%`,
      is_email_active: email,
      is_sms_active: sms,
      is_whatsapp_active: whatsapp,
      ...more,
    }
    const names = Object.keys(columns)
    await askAdmin(
      server,
      `insert into notification_template (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(columns),
    )
  }
}

/** Returns the notices that the visit shows. */
export async function noticesOf(desk: ApiUser, visitId: string): Promise<NoticeRow[]> {
  const { body } = await desk.get('message/notices', { appt_id: visitId })
  return body.result
}

/** Returns the notices of an event in short form, with the state of each. */
export async function fates(desk: ApiUser, visitId: string, event?: NotificationEvent): Promise<string[]> {
  const rows = await noticesOf(desk, visitId)
  return rows
    .filter((row) => event === undefined || row.event === event)
    .map(
      (row) =>
        `${row.event} ${row.channel} ${row.message?.state ?? row.state}${row.reason && ` ${row.reason}`}`,
    )
    .toSorted()
}

/** Runs the check of due notices once, as the server does every minute. */
export async function lookAtDue(server: DemoServer): Promise<void> {
  const { kernel, log } = server.app
  const { config, keys, secrets, wayOut } = kernel
  const desk = {
    texts: createSealedTexts(keys),
    secrets,
    wayOut,
    smtpUrl: config.smtpUrl,
    publicUrlOf: (clientId: string) => publicUrlOf(config, clientId),
  }
  await createDueNoticesJob(desk).run(kernel, log)
}
