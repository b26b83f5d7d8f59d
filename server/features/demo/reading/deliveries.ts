import type { Insertable } from 'kysely'
import { isVerified } from '#domain/status/report-status.ts'
import type { ShareLink } from '#server/kernel/database/schema.ts'
import type { DemoCentre } from '../centres.ts'
import { receptionOf } from '../desk/visit-rows.ts'
import { demoId, randomFrom } from '../random.ts'
import type { DemoStudy } from './studies.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Shares of the reports that are sent by a link: most verified ones, and some before their verification. */
const SENT = { Verified: 0.85, Signed: 0.15 } as const
/** Delay in minutes: most are sent within the hour; some in the evening, some on the next day. */
const WAITS = [
  { weight: 60, from: 3, to: 45 },
  { weight: 28, from: 45, to: 240 },
  { weight: 12, from: 240, to: 1_500 },
] as const
/** Channels of a link, each with the module that allows it. */
const CHANNELS = [
  { weight: 60, channel: 'W', module: 'whatsapp_share' },
  { weight: 25, channel: 'E', module: 'email_share' },
  { weight: 15, channel: 'S', module: 'sms_share' },
] as const
const LINK_DAYS = 7

type DemoLink = Omit<Insertable<ShareLink>, 'secret_hash'> & { secret_hash: string }

/** Returns the links that sent the reports of these studies to patients and referrers, up to `now`. */
export function deliveriesOf(centre: DemoCentre, studies: readonly DemoStudy[], now: Date): DemoLink[] {
  const random = randomFrom(`deliveries of ${centre.key} ${studies.length}`)
  const allowed: readonly string[] = centre.mainModules
  const channels = CHANNELS.filter(({ module }) => allowed.includes(module))
  if (channels.length === 0) return []
  return studies.flatMap(({ row, timeline: { status, signedAt, verifiedAt } }): DemoLink[] => {
    const done = verifiedAt ?? signedAt
    if (!done || !row.branch_id || !row.accession_no) return []
    if (!random.chance(isVerified(status) ? SENT.Verified : SENT.Signed)) return []
    const { from, to } = random.weighted(WAITS)
    const created = new Date(done.getTime() + random.between(from, to) * MINUTE_MS)
    const { channel } = random.weighted(channels)
    const openings = random.weighted([
      { weight: 20, count: 0 },
      { weight: 50, count: 1 },
      { weight: 30, count: random.between(2, 5) },
    ]).count
    if (created > now) return []
    const opened = Math.min(created.getTime() + random.between(2, 600) * MINUTE_MS, now.getTime())
    return [
      {
        client_id: centre.id,
        id: demoId('delivery', row.id),
        study_id: row.id,
        secret_hash: hashOfNothing(row.id),
        with_report: true,
        channel,
        created_by: receptionOf(centre, row.branch_id),
        created,
        expires: new Date(created.getTime() + LINK_DAYS * DAY_MS),
        openings,
        last_opened: openings > 0 ? new Date(opened) : null,
      },
    ]
  })
}

/**
 * Returns 32 bytes, as PostgreSQL writes them, in place of a secret's hash. No known secret has this hash, so that no
 * link of the demo opens.
 */
const hashOfNothing = (studyId: string) =>
  `\\x${demoId('delivery secret', studyId)}${demoId('delivery secret, too', studyId)}`.replaceAll('-', '')
