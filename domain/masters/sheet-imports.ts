import {
  REF_DOCTOR_COLUMNS,
  type RefDoctorColumn,
  readRefDoctorRow,
  refDoctorKey,
} from './ref-doctor-sheet.ts'
import {
  readServiceRow,
  SERVICE_COLUMNS,
  type ServiceColumn,
  type ServiceSheetContext,
  serviceKey,
} from './service-sheet.ts'
import type { Cells, SheetColumn } from './sheet.ts'

/** The kind of a sheet, and the inputs of its rules. */
export type SheetKind = ({ kind: 'services' } & ServiceSheetContext) | { kind: 'refDoctors' }

interface SheetRules {
  columns: readonly SheetColumn[]
  /** The rules that a row breaks. */
  faultsOf: (cells: Cells) => readonly string[]
  /** Two rows with the same key are the same record. */
  keyOf: (cells: Cells) => string
  /** Rows of the sample sheet. */
  sample: readonly Cells[]
}

/** Columns, rules and a sample of one kind of sheet. */
export function rulesOf(sheet: SheetKind): SheetRules {
  return sheet.kind === 'services' ? serviceRules(sheet) : REF_DOCTORS
}

const serviceRules = (context: ServiceSheetContext): SheetRules => ({
  columns: SERVICE_COLUMNS.filter(({ name }) => context.isRadiology || name !== 'tat'),
  faultsOf: (cells: Cells<ServiceColumn>) => readServiceRow(cells, context).faults ?? [],
  keyOf: (cells: Cells<ServiceColumn>) => serviceKey(cells.name ?? ''),
  sample: [
    {
      name: 'CT Brain Plain',
      code: 'CTBR01',
      charges: '2500',
      tat: '120',
      default_refdr_charges: '10',
      default_refdr_charges_type: 'Percent',
      points: '1.5',
      is_outsourced: 'No',
    },
    {
      name: 'CT Angiography Aorta',
      code: 'CTAA01',
      charges: '9500.50',
      tat: '240',
      default_refdr_charges: '500',
      default_refdr_charges_type: 'Flat',
      points: '2',
      is_outsourced: 'Yes',
    },
  ],
})

const REF_DOCTORS: SheetRules = {
  columns: REF_DOCTOR_COLUMNS,
  faultsOf: (cells: Cells<RefDoctorColumn>) => readRefDoctorRow(cells).faults ?? [],
  keyOf: ({ fname = '', lname = '', mobile = '' }: Cells<RefDoctorColumn>) =>
    refDoctorKey({ fname, lname, mobile }),
  sample: [
    {
      fname: 'Meera',
      lname: 'Kulkarni',
      mobile: '9820000001',
      email: 'meera.kulkarni@example.com',
      ref_dr_area: 'Andheri West',
      address: '12 Link Road',
    },
    { fname: 'Suresh', lname: 'Pai', mobile: '9820000002', email: '', ref_dr_area: 'Kothrud', address: '' },
  ],
}
