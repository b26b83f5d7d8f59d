import { sql } from 'kysely'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { type ServiceRecord, service, type serviceCalls } from '#contract/masters/service.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'
import { hooked, type StoredRow } from '#server/masters/hooks.ts'
import { recordsOf } from '#server/masters/records.ts'
import { demandRead } from '#server/masters/rights.ts'
import { serviceHooks } from './service-hooks.ts'

const mounted = hooked(service, serviceHooks)

export const serviceHandlers: HandlersFor<typeof serviceCalls> = {
  all: async ({ k, status, department_id, isradiology, is_radiology }, ctx) => {
    demandRead(service, ctx.caller)
    const kind = isradiology ?? is_radiology
    const conditions = searchConditions([sql.ref('s.name'), sql.ref('s.code')], k)
    const { rows } = await sql<StoredRow>`select s.* from service s
      join department d on d.client_id = ${PLATFORM_CLIENT_ID} and d.id = s.department_id
      where s.client_id = ${ctx.caller.clientId} and s.hidden is null
        and (${status ?? null}::text is null or s.active = (${status ?? null}::text = '1'))
        and (${department_id ?? null}::uuid is null or s.department_id = ${department_id ?? null}::uuid)
        and (${kind ?? null}::text is null or d.isradiology = (${kind ?? null}::text = '1'))
        ${sql.join(
          conditions.map((condition) => sql`and ${condition}`),
          sql` `,
        )}
      order by lower(d.name), lower(s.name), s.id limit ${ALL_PAGE_SIZE}`.execute(ctx.tx)
    return { result: (await recordsOf(mounted, rows, ctx)) as ServiceRecord[] }
  },
}
