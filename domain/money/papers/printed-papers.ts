/** Kinds of reports of figures that are kept as printed (docs/decisions/241). */
export const PRINTED_KINDS = ['sales', 'visits', 'quality', 'leakage', 'payout'] as const
export type PrintedKind = (typeof PRINTED_KINDS)[number]
