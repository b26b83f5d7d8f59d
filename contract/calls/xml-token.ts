import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { resultOf } from '../kernel/paging.ts'
import { common } from './settings-fields.ts'

/** The address by which other systems send reports as XML. */
export const xmlTokenCalls = {
  renewXmlToken: defineCall({
    ...common,
    key: 'client/renewXmlToken',
    base: 'api',
    method: 'POST',
    path: 'client/renewXmlToken',
    input: z.strictObject({}),
    /** The whole address with the new token, returned only this once. */
    output: resultOf(z.object({ url: z.string(), rev: z.int() })),
  }),
} as const
