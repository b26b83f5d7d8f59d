import { v7 as mintId } from 'uuid'
import { MESSAGE_CHANNELS } from '#domain/message/channels.ts'
import { type ChoiceWay, TELL_FIELD_OF, type TellField } from '#domain/message/tell-fields.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Who said it, when and how. */
export interface Saying {
  tx: Tx
  clientId: string
  patientId: string
  /** Nobody where the patient wrote first. */
  userId: string | null
  now: Date
  how: ChoiceWay
}

/**
 * Keeps what a patient said of ways to be told, each with its time and how it was said; the history only grows. Returns
 * what `tell_noted` says of these channels, in the form in which it is stored.
 */
export async function keepChoices(
  { tx, clientId, patientId, userId, now, how }: Saying,
  said: Partial<Record<TellField, string>>,
): Promise<string> {
  const channels = MESSAGE_CHANNELS.filter((channel) => said[TELL_FIELD_OF[channel]] !== undefined)
  if (channels.length > 0)
    await tx
      .insertInto('patient_choice')
      .values(
        channels.map((channel) => ({
          client_id: clientId,
          id: mintId(),
          patient_id: patientId,
          channel,
          choice: said[TELL_FIELD_OF[channel]] ?? '',
          how,
          at: now,
          by_id: userId,
        })),
      )
      .execute()
  return JSON.stringify(
    Object.fromEntries(channels.map((channel) => [channel, { at: now.toISOString(), how }])),
  )
}
