/** The page sizes of most lists (docs/wire.md#lists-and-limits). */
export const PAGE_SIZES = [10, 20, 25, 50, 100] as const
