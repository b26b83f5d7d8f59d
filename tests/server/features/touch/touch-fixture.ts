import { createHash } from 'node:crypto'
import type { Touch } from '#contract/calls/reports.ts'
import type { Assertion } from '#contract/kernel/passkey.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { type TouchAct, touchContent } from '#domain/report/touch-content.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { signedHash } from '#server/features/reports/public/text.ts'
import type { Asked, SoftwarePasskey } from '#tests/helpers/device/software-passkey.ts'
import { askAdmin } from '../look-inside.ts'
import type { ApiUser, DemoServer } from '../open-demo.ts'
import { askedBy } from '../passkeys/passkey-fixture.ts'
import { personId, type Save, save } from '../reports/report-fixture.ts'

export const hashOfText = (text: string, conclusion = '') =>
  signedHash({ report_data: text, conclusion, recommendation: '' })

/** A test's changes to a valid touch. */
export interface TouchChange {
  author?: string
  act?: TouchAct
  at?: Date
  asked?: Partial<Asked>
}

export interface TouchOf {
  reports: readonly { report_id: string; rev: number; hash: string }[]
  addenda?: readonly string[]
}

/** Returns the touch of a passkey as a device of `author` makes it. */
export function touchBy(
  server: DemoServer,
  passkey: SoftwarePasskey,
  { reports, addenda = [] }: TouchOf,
  { author = 'dr.iyer', act = 'sign', at = server.clock.now, asked = {} }: TouchChange = {},
): Touch {
  const time = at.toISOString()
  const text = touchContent({ act, author: personId(author), at: time, reports, addenda })
  const challenge = createHash('sha256').update(text).digest('base64url')
  const assertion = passkey.get(askedBy({ challenge }, asked)) as unknown as Assertion
  return { at: time, reports: reports.map(({ report_id, rev }) => ({ report_id, rev })), assertion }
}

/** Returns a touch over the first report of a study with the text `text`. */
export const touchOfText = (
  server: DemoServer,
  passkey: SoftwarePasskey,
  { study, text, rev = 0 }: { study: string; text: string; rev?: number },
  change?: TouchChange,
) =>
  touchBy(
    server,
    passkey,
    { reports: [{ report_id: reportIdOf(study, 1), rev, hash: hashOfText(text) }] },
    change,
  )

/** Signs a report with a touch. */
export const signWith = (
  desk: ApiUser,
  study: string,
  text: string,
  touch: Touch,
  more: Partial<Save> = {},
) => save(desk, study, { status: 'Signed', text, ...more, more: { touch } })

export async function setTouchRule(server: DemoServer, rule: 'Off' | 'Offered' | 'Required'): Promise<void> {
  await askAdmin(
    server,
    `insert into client_setting (client_id, touch_signing) values ($1, $2)
     on conflict (client_id) do update set touch_signing = excluded.touch_signing`,
    [SANJEEVANI.id, rule],
  )
}

export const countTouches = async (server: DemoServer, study: string): Promise<number> => {
  const [row] = await askAdmin<{ count: string }>(
    server,
    'select count(*) from touch_signed_report where report_id = $1',
    [reportIdOf(study, 1)],
  )
  return Number(row?.count)
}
