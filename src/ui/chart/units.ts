import type { MoneyFormat } from '#domain/money/currency.ts'
import type { Unit } from '#render/chart/unit.ts'

/** Whole numbers of things; one object, so that a chart without a unit does not redraw each time. */
export const COUNT: Unit = { kind: 'count' }

/** Amounts in the session's currency. Keep the unit the same object while the currency does not change. */
export const moneyUnit = (money: MoneyFormat): Unit => ({ kind: 'money', money })
