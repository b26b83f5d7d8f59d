const ultrasounds = (count: number) => (count === 1 ? '1 ultrasound' : `${count} ultrasounds`)

/** Words of the Form F register (docs/form-f.md#the-register). */
export const REGISTER_WORDS = {
  title: 'Form F register',
  subtitle: 'Obstetric ultrasounds started in the month, each with what is missing from its Form F.',
  lawyer: 'This is not legal advice: have Form F, this register and your procedure checked by your lawyer.',
  month: 'Month',
  offline: 'The register needs the network.',
  failed: 'The register could not be loaded',
  notApplied:
    'Form F does not apply at this branch. An administrator switches it on under Masters, Branches; what was started before is shown as missing.',
  empty: 'No ultrasound of a pregnancy was started in this month.',
  none: 'No ultrasound in this month.',
  emptyHint: 'A service counts where “Ultrasound of a pregnancy” is set under Masters, Services.',
  counts: (all: number, open: number) =>
    open === 0
      ? `${ultrasounds(all)}, ${all === 1 ? 'Form F complete' : 'all with a complete Form F'}.`
      : `${ultrasounds(all)}, ${open} with something missing.`,
  registration: (no: string) => `PC-PNDT registration ${no}`,
  pdf: 'PDF',
  excel: 'Excel',
  fileName: (month: string) => `Form F register ${month}`,
  nothing: 'There is nothing to write.',
  openVisit: (no: string) => `Open visit ${no}`,
  whole: 'Complete',
  invasive: (service: string) => `${service} (invasive)`,
  sectionC: 'Section C: invasive procedures',
  table: 'Form F register',
  report: {
    label: 'Monthly report',
    untracked: (month: string, from: string) =>
      `Reports are tracked here from ${from} on. The report of ${month} is not marked as sent.`,
    monthOpen: (month: string, day: string) =>
      `The report of ${month} goes to the Appropriate Authority by ${day}, also if there was no ultrasound.`,
    due: (month: string, day: string) =>
      `The report of ${month} goes to the Appropriate Authority by ${day}. It is not marked as sent.`,
    overdue: (month: string, day: string) =>
      `The report of ${month} was due at the Appropriate Authority by ${day} and is not marked as sent.`,
    sent: (
      month: string,
      { day, way, reference, by, on }: Record<'day' | 'way' | 'reference' | 'by' | 'on', string>,
    ) =>
      `The report of ${month} was sent on ${day}: ${way.toLowerCase()}, number ${reference}. Marked by ${by}, ${on}.`,
    changed:
      'The register has changed since: an ultrasound was added, cancelled, corrected or signed. Send the current register, and mark it as sent with the new day and number.',
    missing: (count: number) =>
      `${count === 1 ? '1 ultrasound has' : `${count} ultrasounds have`} something missing: complete it before the report is sent.`,
    others: 'Not marked as sent:',
    offline: 'Marking needs the network',
    note: { button: 'Mark as sent', title: 'Mark the report as sent' },
    correct: { button: 'Correct', title: 'Correct how the report was sent' },
    dialog: {
      hint: 'Readroom does not send it: print or export the register, send it, and note here how. Who marks it, and when, is in the audit trail.',
      changed: 'Saving records that the current register was sent.',
      day: 'Sent on',
      dayMissing: 'Enter the day.',
      way: 'Way',
      reference: 'Reference number',
      referenceHint: 'Of the receipt, letter or message.',
      takeBack: 'Not sent after all',
      cancel: 'Cancel',
      save: 'Save',
    },
  },
  columns: {
    no: 'No.',
    started: 'Started',
    visit: 'Visit',
    patId: 'Patient ID',
    woman: 'Woman',
    age: 'Age',
    relative: 'Husband or father',
    address: 'Address',
    phone: 'Phone',
    sons: 'Living sons',
    daughters: 'Living daughters',
    lmp: 'LMP or weeks',
    referral: 'Referred by',
    service: 'Procedure',
    indications: 'Indications',
    machine: 'Machine',
    doctor: 'Doctor',
    womanOn: 'Woman signed',
    doctorOn: 'Doctor signed',
    result: 'Result',
    conveyed: 'Conveyed to, on',
    mtp: 'Indication for MTP',
    performers: 'C: doctors',
    familyHistory: 'C: family history, basis',
    invasiveIndications: 'C: indications',
    formG: 'C: consent in Form G',
    invasive: 'C: procedure',
    complications: 'C: complications',
    tests: 'C: tests recommended',
    invasiveResult: 'C: result',
    invasiveOn: 'C: date',
    invasiveConveyed: 'C: conveyed to, on',
    invasiveMtp: 'C: indication for MTP',
    missing: 'Missing',
  },
} as const
