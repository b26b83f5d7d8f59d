import { useState } from 'react'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { problemWords } from '#src/sync/outbox/refused/problem-words.ts'
import { type LiveQuestion, useLive } from '#src/sync/use-live.ts'
import { slotsOffered } from '../slots/free-slots.ts'
import type { Saving } from './use-save-booking.ts'

/**
 * Returns notes for a form opened on a booking that the server refused earlier: the reason, and which slots
 * were free. After the first new response, returns the notes of that one.
 */
export function useParkedNotes(saving: Saving, visitId: string | undefined): Saving {
  const parked = useLive(parkedSaveOf(visitId), `parked ${visitId}`).answer ?? undefined
  const [isAnswered, setAnswered] = useState(false)
  const { refusal, freeSlots, isSaving } = saving
  if (!parked || isAnswered || isSaving || refusal || freeSlots) return saving
  return {
    ...saving,
    refusal: parked,
    isParked: true,
    freeSlots: slotsOffered(parked),
    pickSlot: (slot) => {
      setAnswered(true)
      saving.pickSlot(slot)
    },
  }
}

/** Returns the refusal of a visit's newest save that waits for a person; null if there is none. */
const parkedSaveOf = (
  visitId: string | undefined,
): LiveQuestion<OutboxRow | undefined, ErrorBody | null> => ({
  read: async ({ databases: { work } }) => {
    if (visitId === undefined) return undefined
    const rows = await work.outbox.where('aggregate').equals(`visit:${visitId}`).sortBy('seq')
    return rows.findLast(({ call, state }) => call === 'appt/save' && state === 'parked')
  },
  open: async (row, { databases }) => {
    if (!row) return null
    const { body, lastError } = await databases.outbox.open(row)
    const code = lastError?.code ?? 'refused'
    return body.refusal ?? { code, message: lastError ? problemWords(lastError) : '' }
  },
})
