/** Words of the machines that ask for their worklist. */
export const MACHINE_WORDS = {
  title: 'Machines that asked for their worklist',
  hint: 'Readroom learns each machine’s settings from its queries. What you choose here overrides what the machine asks for.',
  notLoaded: 'The machines could not be loaded',
  none: 'No machine asked yet. A machine is listed here after its first query.',
  set: 'Character set of the answers',
  missing: 'Letters that this set lacks',
  longest: 'Longest text',
  longestHint: 'Letters. Blank: as many as DICOM allows.',
  rule: (rule: string) => `Longest text ${rule}.`,
  save: 'Save',
  saveOf: (aet: string) => `Save ${aet}`,
  saved: (aet: string) => `${aet} gets this from its next connection.`,
  unchanged: 'Nothing was changed.',
  lastSeen: (when: string, address: string, asked: number) =>
    `Last query on ${when}${address === '' ? '' : ` from ${address}`}; ${asked} ${asked === 1 ? 'query' : 'queries'} in all.`,
  asks: (set: string, bytes: number) =>
    `${set === '' ? 'Its queries name no character set' : `Its queries are in ${set}`}${bytes > 0 ? `; it takes ${bytes.toLocaleString('en')} bytes at a time` : ''}.`,
  keys: (n: number) => `It asks for ${n} ${n === 1 ? 'attribute' : 'attributes'}`,
} as const
