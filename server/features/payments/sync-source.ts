import { type SqlBool, sql } from 'kysely'
import { knowsOf } from '#server/kernel/auth/tell.ts'
import type { Caller } from '#server/kernel/context.ts'
import { visitPartSource } from '../visits/part-source.ts'
import { selectReceipts, selectRefunds } from './store.ts'

const knowsMoney = (caller: Caller) => sql<SqlBool>`${sql.lit(knowsOf(caller)('money'))}`

/** Receipts and refunds travel wherever their visit does, to who knows the money of patients. */
export const receiptSource = visitPartSource('receipt', 'receipt', selectReceipts, knowsMoney)
export const refundSource = visitPartSource('refund', 'refund', selectRefunds, knowsMoney)
