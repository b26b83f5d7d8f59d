import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { nameOf } from '#src/sync/masters/master-of.ts'
import { removeMaster } from '#src/sync/masters/save-master.ts'
import { confirmAct } from '../dialog/confirm-act.tsx'
import { notifyDone } from '../notes/notify.ts'
import type { Values } from './form-values.ts'
import { MASTER_WORDS as WORDS } from './words.ts'

/**
 * Asks with the master's prompt (docs/wire.md#refusals), deletes, and shows the server's message; true once deleted.
 */
export function removeRecord(master: AnyMaster, record: Values, clientId?: string): Promise<boolean> {
  return confirmAct({
    title: master.deletePrompt,
    message: nameOf(record),
    confirmLabel: WORDS.remove,
    danger: true,
    act: async () => notifyDone((await removeMaster(master, record, clientId)) || WORDS.deleted),
  })
}
