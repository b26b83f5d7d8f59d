/** Why a reader puts a study off: it comes again after all others. */
export const SKIP_REASONS = ['waiting_for_priors', 'poor_images', 'second_opinion'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** True for what is one of the reasons. */
export const isSkipReason = (value: unknown): value is SkipReason =>
  SKIP_REASONS.some((reason) => reason === value)
