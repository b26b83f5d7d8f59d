import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Flag } from '../kernel/fields.ts'
import { READING_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'

export const dictationCalls = {
  /** Whether a recogniser that sends speech away may be used: only if an administrator allowed it. */
  dictationRules: defineCall({
    key: 'report/dictationRules',
    module: READING_MODULES,
    base: 'api',
    method: 'GET',
    path: 'report/dictationRules',
    access: 'session',
    // Speech can only leave a device that is online, so the rule is not needed offline.
    offline: { kind: 'never' },
    input: z.strictObject({}),
    output: resultOf(z.object({ may_leave_device: Flag })),
  }),
} as const
