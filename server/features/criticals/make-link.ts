import { v7 as mintId } from 'uuid'
import type { MessageChannel } from '#domain/message/channels.ts'
import { CRITICAL_LINK_HOURS, criticalLinkPath } from '#domain/sharing/critical-path.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { randomSecret, secretHash } from '#server/kernel/auth/secret.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { zoneOfBranch } from '../branches/public/zone-of-branch.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'
import { endLinks } from './end-links.ts'
import type { StoredCritical } from './public/store.ts'

export interface NewLink {
  /** Name of the receiver, and the text that the receiver reads. */
  name: string
  finding: string
  channel: MessageChannel
  /** The user on whose behalf it is sent. */
  createdBy: string
}

const endOf = (now: Date) => new Date(now.getTime() + CRITICAL_LINK_HOURS * 3_600_000)

/** Creates a link to a record and invalidates the earlier one. */
export async function insertLink(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  stored: StoredCritical,
  { name, finding, channel, createdBy }: NewLink,
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [mintId(), randomSecret()]
  await endLinks({ tx, now }, stored)
  await tx
    .insertInto('critical_link')
    .values({
      client_id: stored.client_id,
      id,
      critical_id: stored.id,
      secret_hash: secretHash(secret),
      name,
      finding,
      channel,
      created_by: createdBy,
      created: now,
      expires: endOf(now),
    })
    .execute()
  return { id, secret }
}

export const LINK_SUBJECT = 'A critical result waits for you'

/** Returns the message, which names only its receiver; the result is shown after the confirmation. */
export async function linkLetter(
  { tx, now }: { tx: Tx; now: Date },
  { client_id, branch_id }: Pick<LockedStudy, 'client_id' | 'branch_id'>,
  { name, secret, publicUrl }: { name: string; secret: string; publicUrl: string },
): Promise<string> {
  const zone = (await zoneOfBranch(tx, client_id, branch_id)) ?? 'UTC'
  const until = formatDateTime(endOf(now), zone)
  return `${name}: a critical result of a patient of yours waits for you. Open this link and confirm that you have read it: ${publicUrl}${criticalLinkPath(secret)} It works once, until ${until}.`
}
