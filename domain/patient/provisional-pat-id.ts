/**
 * The patient id that is shown until the server gave one: short enough for an accession list, and the same on every
 * screen of the device that made it. `id` is the record's.
 */
export const provisionalPatId = (id: string): string => `NEW-${id.slice(-6).toUpperCase()}`
