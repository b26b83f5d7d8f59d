/** Words of the Assign Doctor dialog (docs/studies.md#dialogs). */
export const ASSIGN_WORDS = {
  title: 'Assign Doctor',
  titleMany: (count: number) => `Assign Doctor to ${count} studies`,
  about: (name: string, study: string) => (study ? `${name}: ${study}` : name),
  nameless: 'No name',
  signing: 'Signing doctor',
  signingHint: 'Only doctors who may sign',
  writing: 'Writing doctor',
  keep: 'Leave as it is',
  nobody: 'Nobody',
  assign: 'Assign',
  cancel: 'Cancel',
  locked: 'The report is signed: its doctors stay as they are.',
  lockedSome: (count: number) =>
    count === 1
      ? 'One of them is signed and stays as it is.'
      : `${count} of them are signed and stay as they are.`,
  notPermitted: 'Your role does not assign doctors to this study.',
  onlySelf: 'Your role assigns studies to yourself.',
  done: (count: number) =>
    count === 1
      ? 'Assigned: on this device, on its way to the server.'
      : `${count} studies assigned: on this device, on their way to the server.`,
  same: 'Nothing to change: they are already assigned this way.',
} as const
