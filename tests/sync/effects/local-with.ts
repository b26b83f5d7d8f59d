import type { Author, LocalRecords } from '#src/sync/effects/effect.ts'

export const AUTHOR: Author = { userId: 'u', name: 'Pooja Sawant', at: '2026-11-21T09:00:00.000Z' }

/** Returns the records of an empty device; `given` replaces how some are found. */
export function localWith(given: Partial<LocalRecords> = {}): LocalRecords {
  const nothing = async () => undefined
  return {
    findStudy: nothing,
    findReports: async () => [],
    findDoctor: nothing,
    findTags: async () => [],
    findDocumentTag: nothing,
    findFileType: nothing,
    findVisit: nothing,
    findReceipts: async () => [],
    findPatient: nothing,
    findBranch: nothing,
    findDeviceName: async () => '',
    findPerson: nothing,
    findNotifications: async () => [],
    findMaster: nothing,
    ...given,
  }
}
