/** Words for splitting a study (docs/visits.md#booking). */
export const SPLIT_WORDS = {
  title: 'Split study',
  explain:
    'One study that holds two examinations becomes two rows of the same patient and images, each with its own description, accession number and reports.',
  stays: 'Comments, documents and existing reports stay with the first study.',
  first: 'First examination',
  second: 'Second examination',
  description: 'Study description',
  accession: 'Accession number',
  cancel: 'Cancel',
  split: 'Split',
  ask: 'Split this study?',
  askMessage: (study: string) => `“${study}” becomes two rows. This cannot be undone.`,
  done: 'The study is split. Both rows are on the server.',
  same: 'The two examinations need different descriptions or accession numbers.',
  missing: 'Enter a description for both examinations.',
  noRight: 'Your role may not split studies.',
  noModule: 'Splitting studies is not part of your centre’s licence.',
  signed: 'A study with a signed report cannot be split.',
  offline: 'Splitting a study needs the network.',
} as const
