const ultrasounds = (count: number) => (count === 1 ? '1 ultrasound' : `${count} ultrasounds`)

/** Words of the Form F register (docs/form-f.md#the-register). */
export const REGISTER_WORDS = {
  title: 'Form F register',
  subtitle: 'Obstetric ultrasounds started in the month, each with what is missing from its Form F.',
  lawyer:
    'This is not legal advice: have Form F, this register and your procedure checked by your lawyer. Section C (invasive procedures) is not kept here.',
  branch: 'Branch',
  month: 'Month',
  offline: 'The register needs the network.',
  failed: 'The register could not be loaded',
  notApplied:
    'Form F does not apply at this branch. An administrator switches it on under Masters, Branches; what was started before is shown as missing.',
  empty: 'No ultrasound of a pregnancy was started in this month.',
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
  table: 'Form F register',
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
    missing: 'Missing',
  },
} as const
