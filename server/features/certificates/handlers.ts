import type { certificateCalls } from '#contract/calls/certificates.ts'
import { isInUse, usersOf } from '#domain/certificate/certificates-in-use.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { selectCertificates, selectServers, standingOf } from './store.ts'

/** Handlers for the certificates of connections to other systems. */
export const certificateHandlers: HandlersFor<typeof certificateCalls> = {
  list: async (_input, { tx, caller: { clientId }, now }) => {
    const servers = await selectServers(tx, clientId)
    const rows = await selectCertificates(tx, clientId)
    return {
      result: rows
        .filter((row) => isInUse(row, servers, now))
        .map((row) => ({
          role: row.role,
          place: row.role === 'server' ? row.place : '',
          names: usersOf(row, servers).map(({ name }) => name),
          subject: row.subject,
          ends: row.ends.toISOString(),
          standing: standingOf(row, now),
        })),
    }
  },
}
