/** Most former studies listed for one study; older ones are in Archives. */
export const PRIORS_MAX = 15

/** Up to this many of these places are reserved for the modality of the current study. */
export const SAME_MODALITY_PLACES = 8

/**
 * Size limit for the priors of one study, in bytes of JSON in UTF-8. With the overhead of sealing, 1,000 studies stay
 * below 40 MB (docs/benchmarks.md).
 */
export const PRIORS_BYTES = 38_000

/** A device keeps the priors of at most this many studies that await their report. */
export const PRIORS_AHEAD_MAX = 1_000

/** External texts of a prior are truncated to this many characters in the list. */
export const PRIOR_TEXT_MAX = { study_desc: 120, branch: 100, conclusion: 200 } as const
