/** Minutes of an appointment where its department says nothing else (spec 3 sections 2.6 and 5). */
export const DEFAULT_SLOT_MINUTES = 20
