/** At most so many former studies of one study are told; older ones stand in Archives. */
export const PRIORS_MAX = 15

/** Up to so many of these places are kept for the modality of the study that is read. */
export const SAME_MODALITY_PLACES = 8

/**
 * The priors of one study take at most so many bytes of JSON in UTF-8. With what sealing adds, 1,000 studies stay below
 * 40 MB (docs/benchmarks.md).
 */
export const PRIORS_BYTES = 38_000

/** A device keeps the priors of at most so many studies that wait for their report ahead. */
export const PRIORS_AHEAD_MAX = 1_000

/** Words of a prior that come from outside are cut to so many characters, where the list shows them. */
export const PRIOR_TEXT_MAX = { study_desc: 120, branch: 100, conclusion: 200 } as const
