/** Why a reader skips a study: it comes back after all others. */
export const SKIP_REASONS = ['waiting_for_priors', 'poor_images', 'second_opinion'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** The reasons in words. */
export const SKIP_REASON_WORDS: Readonly<Record<SkipReason, string>> = {
  waiting_for_priors: 'Waiting for priors',
  poor_images: 'Poor images',
  second_opinion: 'Second opinion',
}

/** True if the value is one of the reasons. */
export const isSkipReason = (value: unknown): value is SkipReason =>
  SKIP_REASONS.some((reason) => reason === value)
