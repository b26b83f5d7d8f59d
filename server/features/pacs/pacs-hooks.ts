import { sql } from 'kysely'
import type { pacs } from '#contract/masters/pacs.ts'
import { unknownViewerNames, wantsToken } from '#domain/study/viewer-address.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'
import { countWords } from '#server/masters/use-words.ts'

/** Image servers: addresses of viewers must be ones that can be filled in (docs/studies.md). */
export const pacsHooks: MasterHooks<typeof pacs> = {
  prepare: async (input) => {
    const broken: Record<string, string> = {}
    for (const name of ['viewer_url', 'local_viewer_url'] as const) {
      const [unknown] = unknownViewerNames(input[name] ?? '')
      if (unknown) broken[name] = `holds {${unknown}}, which nothing is known for`
    }
    if (input.viewer_open_type === 'Token') {
      if (!input.token_generate_endpoint)
        broken.token_generate_endpoint = 'is required where the viewer opens with a token'
      if (!broken.viewer_url && !wantsToken(input.viewer_url)) broken.viewer_url = 'must hold {TOKEN}'
    }
    if (Object.keys(broken).length > 0) throw invalid(broken)
    return undefined
  },
  usedIn: async (id, { tx, caller }) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from study
      where client_id = ${caller.clientId} and pacs_id = ${id} and hidden is null`.execute(tx)
    const n = rows[0]?.n ?? 0
    return n > 0 ? [countWords(n, 'study')] : []
  },
}
