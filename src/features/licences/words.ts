/** Words of the licence keys (docs/masters.md#clients-and-licences, docs/masters.md#clients-and-licences). */
export const LICENCE_WORDS = {
  title: 'Licence Keys',
  subtitle: 'A client activates its key, which sets branches, doctors and the last day.',
  key: 'Licence Key',
  copy: (name: string) => `Copy the key of ${name}`,
  copied: 'Copied',
  cannotCopy: 'Browser Not compatible',
  notInUse: 'Not in use',
  inUse: (client: string, from: string) => `In use by ${client} since ${from}`,
  over: 'Expired',
  endsSoon: 'Ends soon',
  modules: 'Main modules',
  modulesHint:
    'Enabled for the client that activates the key. With none selected, the client keeps its modules.',
  keyLater: 'The key is made when you save.',
} as const
