import type { Unit } from '#render/chart/unit.ts'

/** Whole numbers of things; one object, so that a chart that is given no unit is not drawn anew each time. */
export const COUNT: Unit = { kind: 'count' }
