import type { Databases } from '#src/db/open-databases.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import type { LocalRecords } from '../effects/effect.ts'
import { findDeviceName } from './find-device-name.ts'
import { openShown } from './merged-record.ts'
import { findPatientCopy } from './use-patient-copy.ts'

type DeskRecords = Pick<
  LocalRecords,
  'findVisit' | 'findReceipts' | 'findPatient' | 'findBranch' | 'findDeviceName' | 'findPerson' | 'findMaster'
>

/** The front-desk records on this device as shown, for the effects of queued calls. */
export function localDesk(databases: Databases): DeskRecords {
  const { cache, work } = databases
  return {
    findVisit: async (id) => {
      const [copy, waiting] = await Promise.all([cache.visits.get(id), readWaiting(work, 'visit', [id])])
      const [visit] = await openShown(databases, 'visit', { copies: copy ? [copy] : [], waiting })
      return visit
    },
    findReceipts: async (visitId) => {
      const [copies, waiting] = await Promise.all([
        cache.receipts.where('visit').equals(visitId).toArray(),
        readWaiting(work, 'receipt'),
      ])
      const receipts = await openShown(databases, 'receipt', { copies, waiting })
      return receipts.filter(({ appt_id }) => appt_id === visitId)
    },
    findPatient: (id) => findPatientCopy(databases, id),
    findBranch: async (id) => (await databases.branches.find(id))?.body,
    findDeviceName: () => findDeviceName(databases),
    findPerson: async (id) => (await databases.people.find(id))?.body,
    findMaster: async (key, id) => {
      const row = await databases.masters.find(id)
      return row?.kind === key ? row.body.record : undefined
    },
  }
}
