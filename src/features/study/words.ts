/** Words of the page of one study. */
export const STUDY_WORDS = {
  title: 'Study',
} as const
