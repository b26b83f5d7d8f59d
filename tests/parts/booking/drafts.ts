import type { BookingDraft, DraftLine } from '#src/parts/booking/draft/draft.ts'
import { newDraft } from '#src/parts/booking/draft/draft-of-visit.ts'

export const START = Date.parse('2026-11-23T04:30:00Z')

/** A service at a machine, at the list price unless overridden. */
export const lineOf = (id: string, change: Partial<DraftLine> = {}): DraftLine => ({
  id,
  serviceId: `service-${id}`,
  name: id.toUpperCase(),
  code: '',
  departmentId: 'ct',
  placeId: 'ct-1',
  charges: undefined,
  discount: undefined,
  ...change,
})

export const draftWith = (lines: readonly DraftLine[], change: Partial<BookingDraft> = {}): BookingDraft => ({
  ...newDraft('visit', { branchId: 'branch', isRadiology: 1, start: START }),
  lines,
  ...change,
})
