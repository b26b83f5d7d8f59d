import { v7 as mintId } from 'uuid'
import { IDENTITY_FIELDS, type Identity, identityOf } from '#domain/match/identity-differences.ts'
import type { Tx } from '#server/kernel/context.ts'
import { insertEdit } from './store.ts'

/** A study before and after it was linked or unlinked. */
interface LinkStep {
  kind: 'link' | 'unlink'
  before: Identity
  after: Identity & { client_id: string; id: string; rev: number }
  serviceId: string
  /** Undefined if the rule did it. */
  userId: string | undefined
  at: Date
}

/** Records a link or an unlink in the study's identity history, with the fields that it changed. */
export async function noteLinkStep(
  tx: Tx,
  { kind, before, after, serviceId, userId, at }: LinkStep,
): Promise<void> {
  const changed = IDENTITY_FIELDS.filter((field) => before[field] !== after[field])
  const only = (identity: Identity) =>
    JSON.stringify(Object.fromEntries(changed.map((field) => [field, identityOf(identity)[field]])))
  await insertEdit(tx, {
    client_id: after.client_id,
    id: mintId(),
    study_id: after.id,
    study_rev: after.rev,
    kind,
    service_id: serviceId,
    before: only(before),
    after: only(after),
    edited_by: userId ?? null,
    edited_on: at,
  })
}
