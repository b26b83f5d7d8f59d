/** Units of a link's lifetime (docs/wire.md#lists-and-limits); Minutes is the default. */
export const EXPIRY_TYPES = ['Minutes', 'Hours', 'Days'] as const
export type ExpiryType = (typeof EXPIRY_TYPES)[number]

const MS = { Minutes: 60_000, Hours: 3_600_000, Days: 86_400_000 } as const satisfies Record<
  ExpiryType,
  number
>

/** The lifetime of a link without a chosen end (docs/decisions/082). */
export const DEFAULT_LINK_DAYS = 90
/** The longest lifetime of a link. */
export const LONGEST_LINK_DAYS = 365

/** A person's choice: `expiry` units from now, or nothing. */
export interface ExpiryChoice {
  is_expiry: 0 | 1
  expiry_type: ExpiryType
  expiry: number
}

/** Why a chosen expiry is invalid: in the past, not a whole number, or too far away; undefined if it is valid. */
export function expiryProblem({ is_expiry, expiry_type, expiry }: ExpiryChoice): string | undefined {
  if (is_expiry === 0) return undefined
  if (!Number.isInteger(expiry)) return 'Enter a whole number'
  if (expiry < 1) return 'The link would be over already'
  return expiry * MS[expiry_type] <= LONGEST_LINK_DAYS * MS.Days
    ? undefined
    : `A link lasts ${LONGEST_LINK_DAYS} days at most`
}

/** When a link made at `now` ends. The choice must be valid. */
export function linkEnd(choice: ExpiryChoice, now: Date): Date {
  const life = choice.is_expiry === 1 ? choice.expiry * MS[choice.expiry_type] : DEFAULT_LINK_DAYS * MS.Days
  return new Date(now.getTime() + life)
}
