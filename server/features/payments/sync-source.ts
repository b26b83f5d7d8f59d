import { type SqlBool, sql } from 'kysely'
import { knowsOf } from '#server/kernel/auth/tell.ts'
import type { Caller } from '#server/kernel/context.ts'
import { visitPartSource } from '../visits/public/reading/part-source.ts'
import { selectReceipts, selectRefunds } from './public/store.ts'

const knowsMoney = (caller: Caller) => sql<SqlBool>`${sql.lit(knowsOf(caller)('money'))}`

/** Receipts and refunds have the scopes of their visit; only people with access to patients' money receive them. */
export const receiptSource = visitPartSource('receipt', selectReceipts, knowsMoney)
export const refundSource = visitPartSource('refund', selectRefunds, knowsMoney)
