import { v7 as mintId } from 'uuid'
import { MESSAGE_CHANNELS } from '#domain/message/channels.ts'
import { type ChoiceWay, TELL_FIELD_OF, type TellField } from '#domain/message/tell-fields.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Who made a choice, when and how. */
export interface Saying {
  tx: Tx
  clientId: string
  patientId: string
  /** Null if the patient wrote first. */
  userId: string | null
  now: Date
  how: ChoiceWay
}

/**
 * Stores a patient's choices of message channels, each with its time and how it was made; the history is append-only.
 * Returns the value of `tell_noted` for these channels, in stored form.
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
