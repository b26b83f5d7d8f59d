/** The texts of the monthly quality pack. */
export const QUALITY_WORDS = {
  title: 'Quality pack',
  name: (month: string) => `quality-pack-${month}.pdf`,
  notBegun: 'is not begun yet',
  turnaround: 'Turnaround of signed studies',
  turnaroundNote: (modality: string, zone: string) =>
    `${modality} · Days of the clock of ${zone} · A study counts in a step where both of its moments are known`,
  allModalities: 'All modalities',
  modality: (name: string) => `Modality ${name}`,
  department: (name: string) => `Department ${name}`,
  total: 'Images received to signed',
  p80Chart: 'Four of five studies within',
  modalities: 'By modality',
  modalitiesNote: 'A study of several modalities counts in each of them',
  targetChart: 'Signed within the agreed time',
  months: 'The last six months',
  monthsNote: 'By the month of the signature',
  rateChart: 'Share within the agreed time and share with an addendum',
  inTarget: 'Within the time',
  amended: 'With an addendum',
  measures: 'Corrections, results and visits',
  measuresNote: (isNarrowed: boolean) =>
    isNarrowed
      ? 'Scans and visits are of all modalities and departments. An addendum counts whenever it was written.'
      : 'An addendum counts whenever it was written.',
  columns: {
    step: 'Step',
    studies: 'Studies',
    p50: 'Half within',
    p80: '80 % within',
    p95: '95 % within',
    modality: 'Modality',
    month: 'Month',
    withTarget: 'With an agreed time',
    inTarget: 'Within it',
    share: 'Share',
    amended: 'With an addendum',
    measure: 'Measure',
    count: 'Count',
    of: 'Of',
  },
  noModality: 'Not specified',
  lines: {
    inTarget: 'Studies signed within the agreed time',
    amended: 'Signed studies with an addendum',
    criticals: 'Critical results that were closed',
    cancelledScans: 'Scans cancelled after they were begun',
    noShows: 'Visits that nobody came for',
  },
  peer: {
    title: 'Peer learning',
    note: 'Second readings of a random share of signed studies · All modalities and departments · Without names of doctors and patients',
    counts: (signed: number, drawn: number, read: number) =>
      `${signed} studies signed, ${drawn} drawn for a second reading, ${read} of them read so far.`,
    agreement: (agreed: number, read: number) =>
      `The second reader agreed in ${((100 * agreed) / read).toFixed(1)} % (${agreed} of ${read}).`,
    tooFew:
      'Fewer than five were read: agreement and learning points are not shown, for they would point at somebody.',
    others: 'Others',
    columns: {
      modality: 'Modality',
      drawn: 'Drawn',
      read: 'Read',
      agreed: 'Agreed',
      share: 'Share',
      category: 'About',
      points: 'Learning points',
      differ: 'Read differently',
      point: 'Learning point',
    },
  },
  waits: (p50: string, p80: string) =>
    `Critical results were closed within ${p50} (half of them) and ${p80} (80 %).`,
} as const
