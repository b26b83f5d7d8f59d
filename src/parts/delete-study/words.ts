/** Words of deleting a study. */
export const DELETE_WORDS = {
  title: 'Delete this study?',
  message: (study: string) =>
    `“${study}” is hidden from everybody, with its comments, documents and drafts. It stays in the record.`,
  confirm: 'Delete study',
  done: 'The study is deleted.',
  noRight: 'Only an administrator deletes studies.',
  signed: 'A study with a signed report cannot be deleted.',
  offline: 'Deleting a study needs the network.',
} as const
